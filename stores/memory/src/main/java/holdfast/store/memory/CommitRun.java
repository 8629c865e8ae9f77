package holdfast.store.memory;

import holdfast.model.AuditEntry;
import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Stamp;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One commit at work on one root. First everything is stamped beside the stored state, which fails for a draft whose times
 * cannot be reckoned; only then is the state changed, which cannot fail. So a commit is all or nothing whatever it carries.
 */
final class CommitRun {
    private final RootState state;
    private final StoreTime now;
    private final Thrift thrift;
    private final List<Hold> holds;
    private final List<Hold> granted = new ArrayList<>();
    private final List<Hold> ended = new ArrayList<>();
    private final Map<Ticket, Waiter> put = new LinkedHashMap<>();
    private final Map<Ticket, Waiter> gone = new LinkedHashMap<>();
    private final Set<Ticket> missed = new HashSet<>();
    private final List<Change.Remember> remembered = new ArrayList<>();
    private final List<AuditEntry> audited = new ArrayList<>();
    private final long firstNumber;
    private long nextNumber;
    private boolean structural;
    private final List<Waiter> joined = new ArrayList<>();

    private CommitRun(RootState state, StoreTime now, Thrift thrift, long firstNumber) {
        this.state = state;
        this.thrift = thrift;
        this.now = now;
        this.holds = new ArrayList<>(state.holds());
        this.firstNumber = firstNumber;
        this.nextNumber = firstNumber;
    }

    /** Works out what the changes make of the root, without touching it. */
    static CommitRun staged(RootState state, List<Change> changes, StoreTime now, Thrift thrift) {
        long asked = changes.isEmpty() ? 0 : numbersAskedBy(changes.getFirst());
        var run = new CommitRun(state, now, thrift, Math.max(state.nextNumber(now), asked));
        changes.forEach(run::stage);
        return run;
    }

    private static long numbersAskedBy(Change first) {
        return first instanceof Change.RaiseNumbers raise ? raise.atLeast() : 0;
    }

    private void stage(Change change) {
        structural |= change.isStructural();
        switch (change) {
            case Change.RaiseNumbers raise -> {} // has its effect on the first number
            case Change.Grant grant ->
                    granted.add(
                            thrift.thrifty(grant.draft()).stamped(now, new Token(nextNumber++)));
            case Change.Amend amend -> amend(amend);
            case Change.Extend extend ->
                    replace(extend.token(), hold -> hold.renewed(extend.lease(), now));
            case Change.End end -> end(end.hold().token());
            case Change.Join join ->
                    join(
                            thrift.thrifty(join.draft(), state.line())
                                    .stamped(now, new Ticket(nextNumber++)));
            case Change.Touch touch -> touch(touch);
            case Change.Leave leave -> leave(leave.waiter().ticket());
            case Change.DropLapsed drop -> dropLapsed(drop.limit());
            case Change.Remember remember -> remembered.add(remember);
            case Change.Audit audit -> audited.add(audit.entry());
        }
    }

    private void amend(Change.Amend amend) {
        replace(amend.token(), hold -> hold.amended(amend.claims(), amend.terms(), now));
    }

    private void replace(Token token, UnaryOperator<Hold> by) {
        holds.replaceAll(hold -> hold.token().equals(token) ? by.apply(hold) : hold);
    }

    private void end(Token token) {
        holds.removeIf(hold -> {
            boolean ends = hold.token().equals(token);
            if (ends) {
                ended.add(hold);
            }
            return ends;
        });
    }

    private void join(Waiter waiter) {
        put.put(waiter.ticket(), waiter);
        joined.add(waiter);
    }

    private void touch(Change.Touch touch) {
        Waiter waiter = state.line().find(touch.ticket()).orElse(null);
        if (waiter == null || !waiter.isLive(now) || gone.containsKey(waiter.ticket())) {
            missed.add(touch.ticket());
        } else {
            put.put(waiter.ticket(), touched(waiter, now.plus(touch.lease())));
        }
    }

    private void leave(Ticket ticket) {
        state.line()
                .find(ticket)
                .ifPresent(waiter -> {
                    put.remove(ticket);
                    gone.put(ticket, waiter);
                });
    }

    private void dropLapsed(int limit) {
        var lapsed = state.line().lapsed(now).stream().map(Waiter::ticket);
        lapsed.filter(ticket -> !gone.containsKey(ticket))
                .limit(limit)
                .toList()
                .forEach(this::leave);
    }

    private static Waiter touched(Waiter waiter, StoreTime until) {
        return new Waiter(
                waiter.ticket(),
                waiter.turn(),
                waiter.claim(),
                waiter.owner(),
                waiter.terms(),
                waiter.priority(),
                waiter.note(),
                waiter.engine(),
                waiter.enqueuedAt(),
                until);
    }

    /** Makes the changes. */
    Stamp apply(Whereabouts whereabouts) {
        holds.addAll(granted);
        state.replaceHolds(holds);
        gone.values().forEach(state::removeWaiter);
        put.values().forEach(state::putWaiter);
        state.committedAt(now);
        if (nextNumber > firstNumber) {
            state.numbersTakenUpTo(nextNumber - 1);
        }
        if (structural) {
            state.raiseVersion(now);
        }
        if (isSomeoneAtTheFront()) {
            state.raiseEpoch(now);
        }
        remembered.forEach(change -> state.requests().remember(change, now));
        tell(whereabouts);
        return new Stamp(
                now,
                nextNumber == firstNumber ? 0 : firstNumber,
                state.version(),
                missed,
                state.tally());
    }

    private boolean isSomeoneAtTheFront() {
        for (Waiter waiter : joined) {
            if (state.counts(waiter, now)) {
                return true;
            }
        }
        return false;
    }

    private void tell(Whereabouts whereabouts) {
        granted.forEach(hold -> whereabouts.arrived(hold, state.root()));
        put.values().forEach(waiter -> whereabouts.arrived(waiter.owner().id(), state.root()));
        ended.forEach(hold -> whereabouts.ended(hold, state));
        gone.values().forEach(waiter -> whereabouts.left(waiter.owner().id(), state));
    }

    List<AuditEntry> audited() {
        return audited;
    }
}
