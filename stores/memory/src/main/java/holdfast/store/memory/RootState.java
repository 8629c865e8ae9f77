package holdfast.store.memory;

import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is stored of one root. Only {@link CommitRun} changes it. Guarded by the store. */
final class RootState {
    private static final WaitingLine NOBODY = new WaitingLine();

    private final Root root;

    private final RequestMemory requests = new RequestMemory();

    /** By token. Replaced as a whole, so that a view needs no copy. */
    private List<Hold> holds = List.of();

    /** Null while nobody waits, as in most roots. */
    private @Nullable WaitingLine line;

    private long version;
    private long epoch;
    private long lastNumber;
    private long committedAtNanos;

    RootState(Root root) {
        this.root = root;
    }

    Root root() {
        return root;
    }

    List<Hold> holds() {
        return holds;
    }

    /** For looking only: it may be nobody's. */
    WaitingLine line() {
        return line == null ? NOBODY : line;
    }

    RequestMemory requests() {
        return requests;
    }

    long version() {
        return version;
    }

    Stamp.Tally tally() {
        return new Stamp.Tally(epoch, line().size());
    }

    /** The first number that a commit at this time takes, unless it asks for more. */
    long nextNumber(StoreTime now) {
        return raised(lastNumber, now);
    }

    void numbersTakenUpTo(long last) {
        lastNumber = last;
    }

    void committedAt(StoreTime now) {
        committedAtNanos = now.epochNanos();
    }

    void raiseVersion(StoreTime now) {
        version = raised(version, now);
    }

    void raiseEpoch(StoreTime now) {
        epoch = raised(epoch, now);
    }

    /** Whether who joined is somebody whom the epoch must tell of: see {@link Condition.EpochIs}. */
    boolean counts(Waiter newcomer, StoreTime now) {
        List<Waiter> lane = line().laneOf(newcomer);
        Waiter first = lane.getFirst();
        return newcomer.mode() == Mode.SHARED
                || !lane.getLast().ticket().equals(newcomer.ticket())
                || !first.isLive(now)
                || first.owner().is(newcomer.owner())
                || line().of(newcomer.owner().id()).size() > 1
                || holds.stream().anyMatch(hold -> hold.owner().is(newcomer.owner()));
    }

    /** Grows with the clock, so that it does not come back to an old value even after the root was forgotten. */
    private static long raised(long number, StoreTime now) {
        return Math.max(number + 1, now.micros());
    }

    void replaceHolds(List<Hold> byToken) {
        holds = List.copyOf(byToken);
    }

    boolean isVacant() {
        return holds.isEmpty() && line == null;
    }

    boolean hasWaiters() {
        return line != null;
    }

    void putWaiter(Waiter waiter) {
        WaitingLine present = line;
        if (present == null) {
            present = new WaitingLine();
            line = present;
        }
        present.put(waiter);
    }

    void removeWaiter(Waiter waiter) {
        if (line != null) {
            line.remove(waiter);
            line = line.size() == 0 ? null : line;
        }
    }

    Optional<Hold> hold(Token token) {
        return holds.stream().filter(hold -> hold.token().equals(token)).findFirst();
    }

    boolean isForgotten(StoreTime now) {
        return now.hasReached(new StoreTime(committedAtNanos).plus(LockStore.REMEMBERED_FOR));
    }

    boolean hasOwner(OwnerId owner) {
        return holds.stream().anyMatch(hold -> hold.owner().id().equals(owner))
                || !line().of(owner).isEmpty();
    }

    private Optional<Fate> fateOf(RequestId request, StoreTime now) {
        return isLive(request) ? Optional.of(new Fate.Live()) : requests.recall(request, now);
    }

    private boolean isLive(RequestId request) {
        return holds.stream().anyMatch(hold -> hold.claim(request).isPresent())
                || !line().of(request).isEmpty();
    }

    boolean hasLapsed(StoreTime now) {
        return holds.stream().anyMatch(hold -> !hold.isLive(now)) || !line().lapsed(now).isEmpty();
    }

    /** A lower bound of when something here lapses next. */
    long allLiveBefore() {
        long earliest = line().allLiveBefore();
        for (Hold hold : holds) {
            earliest = Math.min(earliest, hold.until().epochNanos());
        }
        return earliest;
    }

    boolean satisfies(Condition condition, StoreTime now) {
        return switch (condition) {
            case Condition.VersionIs is -> version == is.version();
            case Condition.EpochIs is -> epoch == is.epoch();
            case Condition.HoldLive is ->
                    hold(is.token()).filter(hold -> hold.isLive(now)).isPresent();
            case Condition.HoldLapsed is ->
                    hold(is.token())
                            .filter(hold -> hold.until().equals(is.until()) && !hold.isLive(now))
                            .isPresent();
            case Condition.HoldThere is -> hold(is.token()).isPresent();
            case Condition.WaiterThere is -> line().find(is.ticket()).isPresent();
            case Condition.RequestUnknown is -> fateOf(is.request(), now).isEmpty();
            case Condition.WaitersBelow is -> line().size() < is.count();
            case Condition.NotAfter is -> is.time().hasReached(now);
        };
    }

    RootView view(Interest interest, StoreTime now) {
        var fates = new HashMap<RequestId, Fate>();
        for (RequestId request : interest.requests()) {
            fateOf(request, now).ifPresent(fate -> fates.put(request, fate));
        }
        return new RootView(
                root,
                now,
                version,
                epoch,
                holds,
                Front.of(line(), holds, interest, now),
                line().size(),
                line().paths(),
                Front.tails(line(), now),
                fates);
    }
}
