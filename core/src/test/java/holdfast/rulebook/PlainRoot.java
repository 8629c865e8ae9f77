package holdfast.rulebook;

import static java.util.stream.Collectors.groupingBy;

import holdfast.model.AuditEntry;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One root as plain data: it shows itself, checks conditions and applies changes exactly as their contracts say, by a time that
 * is moved by hand. A change that no store could apply is a mistake of the rulebook and fails the test.
 */
final class PlainRoot {
    /** Which waiters a look shows. */
    enum Shown {
        ALL,
        /** What {@link LockStore#read} promises, and no more. */
        FRONT
    }

    private record Lane(Resource resource, Mode mode) {}

    private final Root name;
    private final TreeMap<Token, Hold> holds = new TreeMap<>();
    private final TreeSet<Waiter> queue = new TreeSet<>(Waiter.TURN_ORDER);
    private final Map<RequestId, Fate.Ended> ended = new HashMap<>();
    private final List<AuditEntry> audit = new ArrayList<>();
    private StoreTime now = StoreTime.of(Instant.parse("2026-01-05T09:00:00Z"));
    private long version;
    private long epoch;
    private long lastNumber;

    PlainRoot(Root name) {
        this.name = name;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    StoreTime now() {
        return now;
    }

    List<Hold> holds() {
        return List.copyOf(holds.values());
    }

    List<Waiter> queue() {
        return List.copyOf(queue);
    }

    List<AuditEntry> audit() {
        return List.copyOf(audit);
    }

    @Nullable Fate fate(RequestId request) {
        return isCarried(request) ? new Fate.Live() : ended.get(request);
    }

    RootView view(Interest interest, Shown shown) {
        var known = new HashMap<RequestId, Fate>();
        for (RequestId request : interest.requests()) {
            Fate fate = fate(request);
            if (fate != null) {
                known.put(request, fate);
            }
        }
        long paths = queue.stream().map(Waiter::resource).distinct().count();
        return new RootView(
                name,
                now,
                version,
                epoch,
                holds(),
                shown == Shown.ALL ? queue() : front(interest),
                queue.size(),
                Math.toIntExact(paths),
                known);
    }

    private List<Waiter> front(Interest interest) {
        var shown = new TreeSet<>(Waiter.TURN_ORDER);
        List<Waiter> live = queue.stream().filter(waiter -> waiter.isLive(now)).toList();
        live.stream()
                .collect(groupingBy(waiter -> new Lane(waiter.resource(), waiter.mode())))
                .forEach((lane, waiters) -> shown.addAll(headOf(lane, waiters)));
        live.stream()
                .filter(waiter ->
                        holds.values().stream().anyMatch(hold -> hold.owner().is(waiter.owner())))
                .limit(LockStore.INSIDERS_SHOWN)
                .forEach(shown::add);
        live.stream()
                .filter(waiter -> interest.owners().contains(waiter.owner().id()))
                .forEach(shown::add);
        queue.stream()
                .filter(waiter -> interest.requests().contains(waiter.claim().request()))
                .forEach(shown::add);
        return List.copyOf(shown);
    }

    private static Set<Waiter> headOf(Lane lane, List<Waiter> waiters) {
        int limit = lane.mode() == Mode.SHARED ? LockStore.SHARERS_SHOWN : 1;
        Waiter first = waiters.get(0);
        Stream<Waiter> another =
                waiters.stream().filter(waiter -> !waiter.owner().is(first.owner())).limit(1);
        return Stream.concat(waiters.stream().limit(limit), another)
                .collect(java.util.stream.Collectors.toSet());
    }

    /** Empty if a condition did not hold: then nothing changed. */
    Optional<Stamp> commit(Commit commit) {
        if (!commit.conditions().stream().allMatch(this::satisfies)) {
            return Optional.empty();
        }
        long first = Math.max(Math.max(lastNumber + 1, now.micros()), raisedTo(commit.changes()));
        lastNumber = first - 1;
        var missed = new HashSet<Ticket>();
        commit.changes().forEach(change -> apply(change, missed));
        version += commit.changes().stream().anyMatch(Change::isStructural) ? 1 : 0;
        epoch += commit.changes().stream().anyMatch(c -> c instanceof Change.Join) ? 1 : 0;
        return Optional.of(new Stamp(now, first, version, missed));
    }

    private static long raisedTo(List<Change> changes) {
        if (changes.stream().skip(1).anyMatch(change -> change instanceof Change.RaiseNumbers)) {
            throw new AssertionError("numbers are raised by the first change: " + changes);
        }
        return !changes.isEmpty() && changes.get(0) instanceof Change.RaiseNumbers raise
                ? raise.atLeast()
                : 0;
    }

    private boolean satisfies(Condition condition) {
        return switch (condition) {
            case Condition.VersionIs is -> version == is.version();
            case Condition.EpochIs is -> epoch == is.epoch();
            case Condition.HoldLive is -> find(is.token()).filter(h -> h.isLive(now)).isPresent();
            case Condition.HoldLapsed is ->
                    find(is.token())
                            .filter(h -> h.until().equals(is.until()) && !h.isLive(now))
                            .isPresent();
            case Condition.HoldThere is -> find(is.token()).isPresent();
            case Condition.WaiterThere is -> find(is.ticket()).isPresent();
            case Condition.RequestUnknown is -> fate(is.request()) == null;
            case Condition.WaitersBelow is -> queue.size() < is.count();
            case Condition.NotAfter is -> is.time().hasReached(now);
        };
    }

    private void apply(Change change, Set<Ticket> missed) {
        switch (change) {
            case Change.RaiseNumbers raise -> {} // has its effect on the first number
            case Change.Grant grant -> {
                Hold hold = grant.draft().stamped(now, new Token(++lastNumber));
                holds.put(hold.token(), hold);
            }
            case Change.Amend amend ->
                    replace(amend.token(), h -> h.amended(amend.claims(), amend.terms(), now));
            case Change.Extend extend ->
                    replace(extend.token(), hold -> hold.renewed(extend.lease(), now));
            case Change.End end -> holds.remove(there(end.hold().token()).token());
            case Change.Join join -> queue.add(join.draft().stamped(now, new Ticket(++lastNumber)));
            case Change.Touch touch -> touch(touch, missed);
            case Change.Leave leave ->
                    queue.removeIf(w -> w.ticket().equals(leave.waiter().ticket()));
            case Change.DropLapsed drop ->
                    queue.stream()
                            .filter(waiter -> !waiter.isLive(now))
                            .limit(drop.limit())
                            .toList()
                            .forEach(queue::remove);
            case Change.Remember remember ->
                    remember.requests().forEach(request -> ended.put(request, remember.fate()));
            case Change.Audit entry -> audit.add(entry.entry());
        }
    }

    private void touch(Change.Touch touch, Set<Ticket> missed) {
        Optional<Waiter> place = find(touch.ticket()).filter(waiter -> waiter.isLive(now));
        if (place.isEmpty()) {
            missed.add(touch.ticket());
            return;
        }
        Waiter w = place.get();
        queue.remove(w);
        queue.add(
                new Waiter(
                        w.ticket(),
                        w.turn(),
                        w.claim(),
                        w.owner(),
                        w.terms(),
                        w.priority(),
                        w.note(),
                        w.engine(),
                        w.enqueuedAt(),
                        now.plus(touch.lease())));
    }

    private void replace(Token token, UnaryOperator<Hold> by) {
        holds.put(token, by.apply(there(token)));
    }

    private Hold there(Token token) {
        return find(token).orElseThrow(() -> new AssertionError("no hold has token " + token));
    }

    private Optional<Hold> find(Token token) {
        return Optional.ofNullable(holds.get(token));
    }

    private Optional<Waiter> find(Ticket ticket) {
        return queue.stream().filter(waiter -> waiter.ticket().equals(ticket)).findFirst();
    }

    private boolean isCarried(RequestId request) {
        return queue.stream().anyMatch(waiter -> waiter.claim().request().equals(request))
                || holds.values().stream().anyMatch(hold -> hold.claim(request).isPresent());
    }
}
