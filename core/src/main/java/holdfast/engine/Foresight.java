package holdfast.engine;

import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Owner;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.model.WaiterDraft;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a root looks after a commit of this engine, told from how it looked before. Who joined meanwhile without being counted stands at
 * the end of a line (see {@link holdfast.store.Condition.EpochIs}): so whoever is seen to be next still is, and whether anybody comes
 * after the last who is seen is not known.
 */
final class Foresight {
    private final RootView before;
    private final List<Change> changes;
    private final List<Waiter> granted = new ArrayList<>();
    private final List<WaiterDraft> joined = new ArrayList<>();
    private final List<Waiter> waiters;
    private boolean foreseeable = true;

    private Foresight(RootView before, Commit commit) {
        this.before = before;
        this.changes = commit.changes();
        for (Change change : changes) {
            foreseeable &= isForeseeable(change);
            if (change instanceof Change.Leave leave) {
                granted.add(leave.waiter());
            } else if (change instanceof Change.Join join) {
                joined.add(join.draft());
            }
        }
        // Who joins does so alone, unless its wish found something that had lapsed.
        foreseeable &= joined.isEmpty() || changes.size() == 1;
        this.waiters = without(before.waiters());
    }

    /** Empty if it cannot be told at all. A view with waiters that shows none of them knows the holds, and not who is next. */
    static Optional<RootView> of(RootView before, Commit commit, Stamp stamp) {
        var foresight = new Foresight(before, commit);
        return foresight.foreseeable ? Optional.of(foresight.after(stamp)) : Optional.empty();
    }

    /** Whether who holds after the commit knows to whom it will hand over. */
    static boolean showsWhoIsNext(RootView before, Commit commit) {
        var foresight = new Foresight(before, commit);
        return foresight.foreseeable && foresight.showsWhoIsNext();
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

    private RootView after(Stamp stamp) {
        boolean known = showsWhoIsNext();
        int left = before.waiting() - granted.size() + joined.size();
        return new RootView(
                before.root(),
                stamp.now(),
                // A join depends on little: others may have changed the root since this look.
                joined.isEmpty() ? stamp.version() : before.version(),
                before.epoch(),
                holdsAfter(stamp),
                known ? waiters : List.of(),
                known ? left : Math.max(1, left),
                before.waitingPaths(),
                tailsAfter(stamp),
                Map.of());
    }

    /** Whoever joins next stays behind the last of those who are known, who stays for longest. */
    private List<Waiter> tailsAfter(Stamp stamp) {
        if (joined.isEmpty()) {
            return without(before.tails());
        }
        Waiter last = joined.getFirst().stamped(stamp.now(), new Ticket(stamp.firstNumber()));
        List<Waiter> tails = new ArrayList<>(before.tails());
        tails.removeIf(
                tail -> isOfOneLine(tail, last) && Waiter.TURN_ORDER.compare(tail, last) < 0);
        if (tails.stream().noneMatch(tail -> isOfOneLine(tail, last))) {
            tails.add(last);
        }
        return tails;
    }

    private static boolean isOfOneLine(Waiter one, Waiter other) {
        return one.mode() == other.mode() && one.resource().path().equals(other.resource().path());
    }

    private boolean showsWhoIsNext() {
        return before.waiting() == 0
                || (isWhole(before)
                        && granted.stream()
                                .allMatch(gone -> isAlone(gone.owner()) && showsNextAfter(gone)));
    }

    /** Otherwise there may be others between those who are shown: a look also shows whom its reader asks for, wherever they stand. */
    private static boolean isWhole(RootView view) {
        return view.waiters().size() == view.waiting();
    }

    /** Whoever holds something and waits as well must be shown, wherever it stands. */
    private boolean isAlone(Owner owner) {
        return waiters.stream().noneMatch(waiter -> waiter.owner().is(owner));
    }

    /** As a look would: the next in its line, and one of another owner. */
    private boolean showsNextAfter(Waiter gone) {
        List<Waiter> line = waiters.stream().filter(waiter -> isOfOneLine(waiter, gone)).toList();
        return gone.mode() == Mode.EXCLUSIVE
                && line.size() > 1
                && !line.get(0).owner().is(line.get(1).owner());
    }

    private List<Hold> holdsAfter(Stamp stamp) {
        List<Hold> holds = new ArrayList<>(before.holds());
        long number = stamp.firstNumber();
        for (Change change : changes) {
            if (change instanceof Change.Grant grant) {
                holds.add(grant.draft().stamped(stamp.now(), new Token(number++)));
            } else if (change instanceof Change.End end) {
                holds.removeIf(hold -> hold.token().equals(end.hold().token()));
            } else if (change instanceof Change.Amend amend) {
                holds.replaceAll(hold ->
                        hold.token().equals(amend.token())
                                ? hold.amended(amend.claims(), amend.terms(), stamp.now())
                                : hold);
            }
        }
        return holds;
    }
}
