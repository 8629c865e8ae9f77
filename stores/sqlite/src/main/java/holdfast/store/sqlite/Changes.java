package holdfast.store.sqlite;

import holdfast.model.Hold;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Stamp;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Applies the changes of one commit, whose conditions hold, to its root. Used once. */
final class Changes {
    private final Snapshot at;
    private final Session session;
    private final RootRow root;
    private final FateRows fates;
    private final Set<Ticket> missed = new HashSet<>();
    private final long firstNumber;
    private long nextNumber;
    private long granted;
    private boolean structural;
    private boolean joined;

    /** Whether the row of the root has to be written. */
    private boolean rootChanged;

    private Changes(Snapshot at, RootRow root, long firstNumber) {
        this.at = at;
        this.session = at.session();
        this.root = root;
        this.fates = new FateRows(at, root);
        this.firstNumber = firstNumber;
        this.nextNumber = firstNumber;
    }

    /** @param bodies of the commit's changes */
    static Stamp apply(Commit commit, List<String> bodies, Snapshot at, RootRow root)
            throws SQLException {
        List<Change> changes = commit.changes();
        long asked =
                !changes.isEmpty() && changes.getFirst() instanceof Change.RaiseNumbers raise
                        ? raise.atLeast()
                        : 0;
        var work = new Changes(at, root, Math.max(later(root.number, at), asked));
        for (int i = 0; i < changes.size(); i++) {
            work.apply(changes.get(i), bodies.get(i));
        }
        return work.finish();
    }

    private void apply(Change change, String body) throws SQLException {
        structural |= change.isStructural();
        switch (change) {
            case Change.RaiseNumbers raise -> {} // has its effect on the first number
            case Change.Grant grant -> grant(grant, body);
            case Change.Amend amend -> amend(amend);
            case Change.Extend extend -> extend(extend);
            case Change.End end -> end(end.hold().token());
            case Change.Join join -> join(join.draft().stamped(at.now(), new Ticket(takeNumber())));
            case Change.Touch touch -> {
                if (!WaiterRows.touch(at, root.root(), touch.ticket(), touch.lease())) {
                    missed.add(touch.ticket());
                }
            }
            case Change.Leave leave -> leave(leave.waiter().ticket());
            case Change.DropLapsed drop -> {
                for (Ticket lapsed : WaiterRows.lapsed(at, root.root(), drop.limit())) {
                    leave(lapsed);
                }
            }
            case Change.Remember remember -> {
                fates.add(remember, body);
                rootChanged = true;
            }
            case Change.Audit audit -> Audits.add(at, audit.entry());
        }
    }

    private Stamp finish() throws SQLException {
        if (structural) {
            root.version = Math.max(later(root.version, at), granted);
        }
        if (joined) {
            root.epoch = later(root.epoch, at);
        }
        if (nextNumber > firstNumber) {
            root.number = nextNumber - 1;
        }
        if (rootChanged || joined || (structural && !isToldByTheHold())) {
            root.save(session, at.now());
        }
        return new Stamp(
                at.now(), nextNumber == firstNumber ? 0 : firstNumber, root.version, missed);
    }

    /** Whether the hold that was granted last says all that the row of the root would: see the schema. */
    private boolean isToldByTheHold() {
        return granted == root.number && granted == root.version && !root.isNew();
    }

    private void grant(Change.Grant grant, String body) throws SQLException {
        granted = takeNumber();
        Hold hold = grant.draft().stamped(at.now(), new Token(granted));
        HoldRows.add(session, hold, body);
        root.granted(hold);
    }

    private void end(Token token) throws SQLException {
        HoldRows.remove(session, root.root(), token);
        root.ended(token);
    }

    private void amend(Change.Amend amend) throws SQLException {
        root.forgetHolds();
        Optional<Hold> hold = HoldRows.find(session, root.root(), amend.token());
        if (hold.isPresent()) {
            HoldRows.amend(session, hold.get().amended(amend.claims(), amend.terms(), at.now()));
        }
    }

    private void extend(Change.Extend extend) throws SQLException {
        root.forgetHolds();
        Optional<Hold> hold = HoldRows.find(session, root.root(), extend.token());
        if (hold.isPresent()) {
            HoldRows.extend(session, hold.get().renewed(extend.lease(), at.now()));
        }
    }

    private void join(Waiter waiter) throws SQLException {
        WaiterRows.add(session, waiter);
        root.waiting++;
        joined = true;
    }

    private void leave(Ticket ticket) throws SQLException {
        if (WaiterRows.remove(session, root.root(), ticket)) {
            root.waiting--;
            rootChanged = true;
        }
    }

    private long takeNumber() {
        return nextNumber++;
    }

    /** The smallest number after this one that is not behind the clock. */
    private static long later(long number, Snapshot at) {
        return Math.max(number + 1, at.now().micros());
    }
}
