package holdfast.store.redis;

import holdfast.model.LockId;
import holdfast.model.RequestId;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Stamp;
import holdfast.store.records.FateJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A commit to a root that is as this process left it: a grant while it is free, or the end of its one hold. What the commit asks for is
 * checked here, with the numbers that the root must have; what depends on the time becomes a window, which the script checks.
 */
final class AloneCall {
    /** Every thousandth ending goes into another hash: that is left to the usual way. */
    private static final int ENDINGS_IN_TURN = 1_000;

    private static final int FIRST_TURN = 2;

    private final RootKeys root;
    private final Numbers known;

    /** The time of the commit is later than the one, and not later than the other. */
    private long after;

    private long until = Micros.NEVER;
    private @Nullable String unknown;

    private AloneCall(RootKeys root, Numbers known) {
        this.root = root;
        this.known = known;
        this.after = Math.max(known.last(), Math.max(known.version(), known.number()));
    }

    /**
     * What is sent, and what becomes of it.
     *
     * @param numbers the numbers after it, given its time
     */
    record Prepared(
            List<String> keys,
            List<String> args,
            Kind kind,
            long epoch,
            UnaryOperator<String> numbers) {
        enum Kind {
            GRANT,
            RELEASE
        }

        CommitResult.Committed committed(String now) {
            long time = Long.parseLong(now);
            // Nobody waits where this is good for.
            var stamp =
                    new Stamp(
                            Micros.time(time),
                            kind == Kind.GRANT ? time : 0,
                            time,
                            Set.of(),
                            new Stamp.Tally(epoch, 0));
            return new CommitResult.Committed(stamp);
        }

        Numbers numbersAt(String now) {
            return new Numbers(numbers.apply(now));
        }
    }

    /** Empty if the commit is something else, or would be refused: then it is made as usual. */
    static Optional<Prepared> of(RootKeys root, Numbers known, Commit commit) {
        if (!known.isNobodyElses() || !commit.tell().isEmpty() || commit.interest().isAlways()) {
            return Optional.empty();
        }
        var call = new AloneCall(root, known);
        return commit.conditions().stream().allMatch(call::admits)
                ? call.prepare(commit.changes())
                : Optional.empty();
    }

    private boolean admits(Condition condition) {
        return switch (condition) {
            case Condition.VersionIs is -> is.version() == known.version();
            case Condition.EpochIs is -> is.epoch() == known.epoch();
            case Condition.NotAfter is -> notAfter(is.time().micros());
            case Condition.HoldLive is ->
                    known.hasSole()
                            && known.sole().equals(Micros.padded(is.token().value()))
                            && notAfter(known.till() - 1);
            case Condition.RequestUnknown is -> !known.hasSole() && isUnknown(is.request());
            case Condition.WaitersBelow is -> is.count() > 0;
            case Condition.HoldLapsed is -> false;
            case Condition.HoldThere is -> false;
            case Condition.WaiterThere is -> false;
        };
    }

    private boolean notAfter(long time) {
        until = Math.min(until, time);
        return true;
    }

    /** Nobody waits and nothing is held, so only how it ended can be known. */
    private boolean isUnknown(RequestId request) {
        boolean first = unknown == null;
        unknown = request.text();
        return first;
    }

    private Optional<Prepared> prepare(List<Change> changes) {
        if (changes.size() == 1
                && changes.getFirst() instanceof Change.Grant grant
                && !known.hasSole()) {
            return Optional.of(grant(GrantTexts.of(grant.draft())));
        }
        if (changes.size() == 2
                && unknown == null
                && changes.get(0) instanceof Change.End end
                && changes.get(1) instanceof Change.Remember remember
                && isSole(end)) {
            return release(end.hold().id(), remember);
        }
        return Optional.empty();
    }

    private boolean isSole(Change.End end) {
        return known.hasSole() && known.sole().equals(Micros.padded(end.hold().token().value()));
    }

    private Prepared grant(GrantTexts hold) {
        // Otherwise the indexes or the time to live would have to be looked after.
        after = Math.max(after, known.bound() - hold.lease() - 1);
        notAfter(known.covered() - hold.lease());
        String epoch = known.texts(2, 3);
        String rest = known.texts(4, 8) + Numbers.NOBODY_ELSE;
        var args = window();
        args.addAll(List.of(epoch, rest, hold.lock(), hold.frame()));
        args.addAll(List.of(Long.toString(hold.lease()), hold.body()));
        var keys = keys();
        if (unknown != null) {
            args.add(unknown);
            keys.add(root.endings(0));
            if (known.told() >= ENDINGS_IN_TURN) {
                keys.add(root.endings(ENDINGS_IN_TURN));
            }
        }
        return new Prepared(
                keys,
                args,
                Prepared.Kind.GRANT,
                known.epoch(),
                now -> {
                    String till = Micros.padded(Long.parseLong(now) + hold.lease());
                    String times = till + " " + now + " " + now;
                    return now + now + epoch + now + rest + now + times + hold.frame();
                });
    }

    private Optional<Prepared> release(LockId lock, Change.Remember remember) {
        long told = known.told() + 1;
        List<RequestId> requests = remember.requests();
        if (requests.size() != 2
                || !requests.get(1).text().equals(lock.text())
                || told % ENDINGS_IN_TURN < FIRST_TURN) {
            return Optional.empty();
        }
        String count = Micros.padded(told);
        String behind = known.texts(2, 6) + count + known.texts(7, 8) + Numbers.NOBODY_ELSE;
        var args = window();
        args.addAll(List.of(behind, count + FateJson.write(remember.fate()), lock.text()));
        args.add(requests.getFirst().text());
        var keys = keys();
        keys.add(root.endings(told));
        return Optional.of(
                new Prepared(
                        keys,
                        args,
                        Prepared.Kind.RELEASE,
                        known.epoch(),
                        now -> now + now + behind));
    }

    private List<String> window() {
        return new ArrayList<>(
                List.of(known.text(), Micros.padded(Math.max(0, after)), Micros.padded(until)));
    }

    private List<String> keys() {
        return new ArrayList<>(List.of(root.shard().clock(), root.state(), root.shard().locks()));
    }
}
