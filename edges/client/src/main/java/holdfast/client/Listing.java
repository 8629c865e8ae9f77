package holdfast.client;

import holdfast.engine.Queue;
import holdfast.engine.QueuePosition;
import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import holdfast.store.HoldPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at what the servers know. */
final class Listing {
    private static final String PAGE = "1000";
    private static final int IN_LINE = 202;
    private static final int GONE = 410;

    private final Api api;

    private Listing(Api api) {
        this.api = api;
    }

    static Listing of(Api api) {
        return new Listing(api);
    }

    private Fields good(Request request) {
        Api.Reply reply = api.askAnyway(request);
        if (!reply.isGood()) {
            throw reply.unexpected();
        }
        return reply.fields();
    }

    /** All pages of a list. */
    private List<Fields> pages(Request first) {
        List<Fields> pages = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            Request next = first.with("limit", PAGE);
            Fields page = good(cursor.isPresent() ? next.with("cursor", cursor.get()) : next);
            pages.add(page);
            cursor = page.maybe("next_cursor");
        } while (cursor.isPresent());
        return pages;
    }

    List<HoldPage> allHolds() {
        return pages(Request.get("/v1/locks")).stream().map(Listing::holds).toList();
    }

    /** What overlaps a resource, lapsed locks included. */
    HoldPage holdsOn(Resource resource) {
        List<HoldPage> pages =
                pages(Request.get("/v1/locks").with("resource", resource.text())).stream()
                        .map(Listing::holds)
                        .toList();
        return new HoldPage(
                pages.get(pages.size() - 1).now(),
                pages.stream().flatMap(page -> page.holds().stream()).toList());
    }

    private static HoldPage holds(Fields page) {
        return new HoldPage(page.time("now"), Reading.holds(page, "locks"));
    }

    Optional<Hold> find(LockId lock) {
        Api.Reply reply = api.askAnyway(Request.get(Request.path("/v1/locks/", lock.text(), "")));
        return reply.isGood() ? Optional.of(Reading.hold(reply.fields())) : Optional.empty();
    }

    /** What has lapsed is not shown by its id any more, but in the list until something takes its place. */
    Optional<Root> rootOf(LockId lock) {
        Api.Reply reply = api.askAnyway(Request.get(Request.path("/v1/locks/", lock.text(), "")));
        if (reply.isGood()) {
            return Optional.of(Reading.resource(reply.fields()).root());
        }
        return reply.status() == GONE
                ? allHolds().stream()
                        .flatMap(page -> page.holds().stream())
                        .filter(hold -> hold.id().equals(lock))
                        .map(hold -> hold.resource().root())
                        .findFirst()
                : Optional.empty();
    }

    Freezes freezes() {
        Fields json = good(Request.get("/v1/freezes"));
        return new Freezes(
                json.time("now"), json.objects("freezes").stream().map(Reading::freeze).toList());
    }

    private StoreTime now() {
        return freezes().asOf();
    }

    Queue queueOf(Root root) {
        StoreTime now = now();
        return new Queue(
                now, waiters(Request.get("/v1/requests").with("resource", root.text()), now));
    }

    List<Queue> allQueues() {
        StoreTime now = now();
        Map<Root, List<Waiter>> byRoot = new LinkedHashMap<>();
        for (Waiter waiter : waiters(Request.get("/v1/requests"), now)) {
            byRoot.computeIfAbsent(waiter.resource().root(), root -> new ArrayList<>()).add(waiter);
        }
        return byRoot.values().stream().map(waiters -> new Queue(now, waiters)).toList();
    }

    private List<Waiter> waiters(Request request, StoreTime now) {
        return pages(request).stream()
                .flatMap(page -> page.objects("requests").stream())
                .map(waiter -> Reading.waiter(waiter, now))
                .toList();
    }

    /** Who stands before it is not told, only how many. */
    Optional<QueuePosition> position(Root root, RequestId request) {
        Api.Reply reply =
                api.askAnyway(
                        Request.get(Request.path("/v1/requests/", request.text(), ""))
                                .with("resource", root.text()));
        Optional<Long> position = reply.fields().maybeNumber("position");
        if (reply.status() != IN_LINE || position.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new QueuePosition(
                        Reading.now(reply.fields(), "holders").orElseGet(this::now),
                        position.get().intValue(),
                        List.of(),
                        Reading.holds(reply.fields(), "holders"),
                        reply.fields().object("freeze").map(Reading::freeze)));
    }

    List<List<OwnerId>> deadlocks() {
        return good(Request.get("/v1/deadlocks")).objects("deadlocks").stream()
                .map(circle ->
                        circle.objects("cycle").stream()
                                .map(member -> new OwnerId(member.text("owner_id")))
                                .toList())
                .toList();
    }
}
