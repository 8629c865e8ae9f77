package holdfast.engine;

import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Owner;
import holdfast.model.SubPath;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How a root looks after a commit of this engine, told from how it looked before.
 *
 * <p>If the look showed every waiter, and the store says how many there are now, it is known whether anybody else joined: if nobody did, the root is
 * known as a whole again. Otherwise, who joined meanwhile without being counted stands at the end of a line (see {@link
 * holdfast.store.Condition.EpochIs}): so whoever is seen to be next still is, and whether anybody comes after the last who is seen is not known.
 */
final class Foresight {
    private final RootView before;
    private final List<Change> changes;
    private final List<Waiter> granted = new ArrayList<>();
    private final List<Waiter> left;
    private final boolean structural;
    private int joined;
    private boolean foreseeable = true;

    private Foresight(RootView before, Commit commit) {
        this.before = before;
        this.changes = commit.changes();
        boolean structure = false;
        for (Change change : changes) {
            foreseeable &= isForeseeable(change);
            structure |= change.isStructural();
            if (change instanceof Change.Leave leave) {
                granted.add(leave.waiter());
            } else if (change instanceof Change.Join) {
                joined++;
            }
        }
        this.structural = structure;
        this.left = without(before.waiters());
    }

    /** Empty if it cannot be told at all. A view with waiters that shows none of them knows the holds, and not who is next. */
    static Optional<RootView> of(RootView before, Commit commit, Stamp stamp) {
        var foresight = new Foresight(before, commit);
        if (!foresight.foreseeable) {
            return Optional.empty();
        }
        return foresight.isWholeAfter(stamp)
                ? Optional.of(foresight.whole(stamp))
                : foresight.inPart(stamp);
    }

    /**
     * Whether who holds after the commit knows to whom it will hand over, if nobody else joins meanwhile.
     *
     * @param counted whether the store says how many wait after a commit
     */
    static boolean showsWhoIsNext(RootView before, Commit commit, boolean counted) {
        var foresight = new Foresight(before, commit);
        return foresight.foreseeable && (counted ? isWhole(before) : foresight.knowsWhoIsNext());
    }

    private static boolean isForeseeable(Change change) {
        return switch (change) {
            case Change.Grant grant -> true;
            case Change.End end -> true;
            case Change.Amend amend -> true;
            case Change.RaiseNumbers raise -> true;
            case Change.Remember remember -> true;
            case Change.Audit audit -> true;
            // Who gave up a place may have been in the way of somebody out of sight.
            case Change.Leave leave -> leave.ending() == null;
            case Change.Join join -> true;
            case Change.Extend extend -> false;
            case Change.Touch touch -> false;
            case Change.DropLapsed drop -> false;
        };
    }

    private List<Waiter> without(List<Waiter> shown) {
        return granted.isEmpty()
                ? shown
                : shown.stream()
                        .filter(waiter ->
                                granted.stream()
                                        .noneMatch(gone -> gone.ticket().equals(waiter.ticket())))
                        .toList();
    }

    /** Otherwise there may be others between those who are shown: a look also shows whom its reader asks for, wherever they stand. */
    private static boolean isWhole(RootView view) {
        return view.waiters().size() == view.waiting();
    }

    /** A join depends on little: others may have changed the root since the look. */
    private boolean isWholeAfter(Stamp stamp) {
        Stamp.Tally tally = stamp.tally();
        return tally != null
                && isWhole(before)
                && tally.waiting() == left.size() + joined
                && (structural || stamp.version() == before.version());
    }

    private RootView whole(Stamp stamp) {
        List<Waiter> all = new ArrayList<>(left);
        List<Hold> holds = new ArrayList<>(before.holds());
        apply(stamp, holds, all);
        all.sort(Waiter.TURN_ORDER);
        Map<Line, Waiter> tails = new LinkedHashMap<>();
        all.forEach(waiter -> tails.put(Line.of(waiter), waiter));
        return new RootView(
                before.root(),
                stamp.now(),
                stamp.version(),
                Objects.requireNonNull(stamp.tally()).epoch(),
                holds,
                all,
                all.size(),
                (int) all.stream().map(waiter -> waiter.resource().path()).distinct().count(),
                List.copyOf(tails.values()),
                Map.of());
    }

    private record Line(SubPath path, Mode mode) {
        static Line of(Waiter waiter) {
            return new Line(waiter.resource().path(), waiter.mode());
        }
    }

    private Optional<RootView> inPart(Stamp stamp) {
        if (joined > 0 && changes.size() > 1) {
            // Who joins does so alone, unless it went along with another.
            return Optional.empty();
        }
        List<Hold> holds = new ArrayList<>(before.holds());
        List<Waiter> newcomers = new ArrayList<>();
        apply(stamp, holds, newcomers);
        boolean known = knowsWhoIsNext();
        int waiting = before.waiting() - granted.size() + joined;
        return Optional.of(
                new RootView(
                        before.root(),
                        stamp.now(),
                        structural ? stamp.version() : before.version(),
                        before.epoch(),
                        holds,
                        known ? left : List.of(),
                        known ? waiting : Math.max(1, waiting),
                        before.waitingPaths(),
                        tailsAfter(newcomers),
                        Map.of()));
    }

    /** Makes the changes to the holds, and adds who joined to the waiters. */
    private void apply(Stamp stamp, List<Hold> holds, List<Waiter> waiters) {
        long number = stamp.firstNumber();
        for (Change change : changes) {
            if (change instanceof Change.Grant grant) {
                holds.add(grant.draft().stamped(stamp.now(), new Token(number++)));
            } else if (change instanceof Change.Join join) {
                waiters.add(join.draft().stamped(stamp.now(), new Ticket(number++)));
            } else if (change instanceof Change.End end) {
                holds.removeIf(hold -> hold.token().equals(end.hold().token()));
            } else if (change instanceof Change.Amend amend) {
                holds.replaceAll(hold ->
                        hold.token().equals(amend.token())
                                ? hold.amended(amend.claims(), amend.terms(), stamp.now())
                                : hold);
            }
        }
    }

    /** Whoever joins next stays behind the last of those who are known, who stays for longest. */
    private List<Waiter> tailsAfter(List<Waiter> newcomers) {
        List<Waiter> tails = new ArrayList<>(without(before.tails()));
        for (Waiter last : newcomers) {
            tails.removeIf(tail ->
                    Line.of(tail).equals(Line.of(last))
                            && Waiter.TURN_ORDER.compare(tail, last) < 0);
            if (tails.stream().noneMatch(tail -> Line.of(tail).equals(Line.of(last)))) {
                tails.add(last);
            }
        }
        return tails;
    }

    private boolean knowsWhoIsNext() {
        return before.waiting() == 0
                || (isWhole(before)
                        && granted.stream()
                                .allMatch(gone -> isAlone(gone.owner()) && showsNextAfter(gone)));
    }

    /** Whoever holds something and waits as well must be shown, wherever it stands. */
    private boolean isAlone(Owner owner) {
        return left.stream().noneMatch(waiter -> waiter.owner().is(owner));
    }

    /** As a look would: the next in its line, and one of another owner. */
    private boolean showsNextAfter(Waiter gone) {
        List<Waiter> line =
                left.stream().filter(waiter -> Line.of(waiter).equals(Line.of(gone))).toList();
        return gone.mode() == Mode.EXCLUSIVE
                && line.size() > 1
                && !line.get(0).owner().is(line.get(1).owner());
    }
}
