package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.model.Hold;
import holdfast.model.OwnerId;
import holdfast.model.Prefix;
import holdfast.model.StoreTime;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Owners who wait for each other, with all that they hold and wait for. */
final class DeadlockRoute {
    private static final int PAGE = 500;

    private final LockEngine engine;
    private final RequestList requests;

    DeadlockRoute(LockEngine engine, RequestList requests) {
        this.engine = engine;
        this.requests = requests;
    }

    void addTo(Routes routes) {
        routes.get("/v1/deadlocks", this::list);
    }

    private record Row(Hold hold, StoreTime now) {}

    private record Member(OwnerId owner, List<RequestList.Row> waits, List<Row> holds) {}

    private record Circle(List<Member> members) {}

    private Reply list(Call call) {
        call.query().end();
        call.require(Deed.READ, Prefix.EVERYTHING);
        List<List<OwnerId>> cycles = engine.deadlocks();
        List<Circle> circles = cycles.isEmpty() ? List.of() : circles(cycles);
        return Reply.json(
                Statuses.OK, json -> Json.array(json, "deadlocks", circles, DeadlockRoute::write));
    }

    private List<Circle> circles(List<List<OwnerId>> cycles) {
        List<RequestList.Row> waits = requests.all();
        List<Row> holds = holds();
        return cycles.stream()
                .map(owners ->
                        new Circle(
                                owners.stream().map(owner -> member(owner, waits, holds)).toList()))
                .toList();
    }

    private static Member member(OwnerId owner, List<RequestList.Row> waits, List<Row> holds) {
        return new Member(
                owner,
                waits.stream().filter(row -> row.waiter().owner().id().equals(owner)).toList(),
                holds.stream().filter(row -> row.hold().owner().id().equals(owner)).toList());
    }

    private List<Row> holds() {
        var rows = new ArrayList<Row>();
        @Nullable HoldCursor after = null;
        HoldPage page;
        do {
            page = engine.holds(after, PAGE);
            for (Hold hold : page.holds()) {
                after = HoldCursor.after(hold);
                if (hold.isLive(page.now())) {
                    rows.add(new Row(hold, page.now()));
                }
            }
        } while (page.holds().size() == PAGE);
        return rows;
    }

    private static void write(JsonGenerator json, Circle circle) {
        Json.array(json, "cycle", circle.members(), DeadlockRoute::write);
    }

    private static void write(JsonGenerator json, Member member) {
        json.writeStringProperty("owner_id", member.owner().text());
        Json.array(json, "waits", member.waits(), RequestList::write);
        Json.array(
                json,
                "holds",
                member.holds(),
                (out, row) -> LockJson.write(out, row.hold(), row.now()));
    }
}
