package holdfast.store.dynamodb;

import holdfast.model.AuditEntry;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.Owner;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Stamp;
import holdfast.store.dynamodb.StoreClock.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Works out what the changes of one commit make of a root, without writing anything. */
final class Staging {
    /** A transaction has at most 100 parts: the root, the places that change, and some that go along with them. */
    static final int PLACES_MAX = 90;

    private final Known known;
    private final Moment moment;
    private final Set<Ticket> shownAsLive;
    private final List<Hold> holds;
    private final List<EndedRequest> ended;
    private final Map<Ticket, Waiter> joined = new LinkedHashMap<>();
    private final Set<Ticket> gone = new HashSet<>();
    private final Set<Ticket> dropped = new HashSet<>();
    private final Set<Ticket> assumed = new HashSet<>();
    private final Map<Ticket, StoreTime> touched = new LinkedHashMap<>();
    private final Set<Ticket> missed = new HashSet<>();
    private final List<AuditEntry> audited = new ArrayList<>();
    private final List<Owner> granted = new ArrayList<>();
    private final long firstNumber;
    private long nextNumber;
    private long told;
    private boolean structural;
    private boolean joins;

    private Staging(Known known, Moment moment, Set<Ticket> shownAsLive, long firstNumber) {
        this.known = known;
        this.shownAsLive = shownAsLive;
        this.moment = moment;
        this.holds = new ArrayList<>(known.item().holds());
        this.ended = new ArrayList<>(known.item().ended());
        this.firstNumber = firstNumber;
        this.nextNumber = firstNumber;
        long before = known.item().numbers().told();
        this.told = before == 0 ? clock(known, moment) : before;
    }

    /** @param shownAsLive whom commits were decided with as if their places had not lapsed */
    static Staged of(Known known, List<Change> changes, Moment moment, Set<Ticket> shownAsLive) {
        long asked =
                !changes.isEmpty() && changes.get(0) instanceof Change.RaiseNumbers raise
                        ? raise.atLeast()
                        : 0;
        long next = raised(known.item().numbers().last(), known, moment);
        var staging = new Staging(known, moment, shownAsLive, Math.max(next, asked));
        changes.forEach(staging::stage);
        return staging.staged();
    }

    /**
     * Numbers grow with the clock. Where another tool wiped the item, what they were is not known: then they begin where no earlier
     * one can be.
     */
    private static long raised(long number, Known known, Moment moment) {
        return Math.max(number + 1, clock(known, moment));
    }

    private static long clock(Known known, Moment moment) {
        return known.item().countsWaiters() ? moment.now().micros() : moment.latest().micros();
    }

    private void stage(Change change) {
        structural |= change.isStructural();
        switch (change) {
            case Change.RaiseNumbers raise -> {} // has its effect on the first number
            case Change.Grant grant -> {
                granted.add(grant.draft().owner());
                Hold hold = grant.draft().stamped(moment.now(), new Token(nextNumber++));
                holds.add(until(hold, hold.until().plus(moment.ahead())));
            }
            case Change.Amend amend -> amend(amend);
            case Change.Extend extend ->
                    replace(
                            extend.token(),
                            hold ->
                                    until(
                                            hold.renewed(extend.lease(), moment.now()),
                                            hold.renewed(extend.lease(), moment.latest()).until()));
            case Change.End end -> holds.removeIf(hold -> hold.token().equals(end.hold().token()));
            case Change.Join join -> {
                Waiter waiter = join.draft().stamped(moment.now(), new Ticket(nextNumber++));
                joined.put(waiter.ticket(), until(waiter, waiter.until().plus(moment.ahead())));
                joins = true;
            }
            case Change.Touch touch -> touch(touch.ticket(), touch.lease());
            case Change.Leave leave -> leave(leave);
            case Change.DropLapsed drop -> dropLapsed(drop.limit());
            case Change.Remember remember ->
                    ended.add(EndedRequest.of(++told, moment.now(), remember));
            case Change.Audit audit -> audited.add(audit.entry());
        }
    }

    private void amend(Change.Amend amend) {
        replace(
                amend.token(),
                hold ->
                        until(
                                hold.amended(amend.claims(), amend.terms(), moment.now()),
                                hold.amended(amend.claims(), amend.terms(), moment.latest())
                                        .until()));
    }

    private void leave(Change.Leave leave) {
        Ticket ticket = leave.waiter().ticket();
        leave(ticket);
        if (leave.ending() == null && shownAsLive.contains(ticket)) {
            assumed.add(ticket);
        }
    }

    private void replace(Token token, UnaryOperator<Hold> by) {
        holds.replaceAll(hold -> hold.token().equals(token) ? by.apply(hold) : hold);
    }

    private void touch(Ticket ticket, Duration lease) {
        if (known.requiredQueue().find(ticket).isEmpty() || gone.contains(ticket)) {
            missed.add(ticket);
        } else {
            touched.put(ticket, moment.latest().plus(lease));
        }
    }

    private void leave(Ticket ticket) {
        if (known.find(ticket).isPresent()) {
            gone.add(ticket);
            touched.remove(ticket);
        }
    }

    private void dropLapsed(int limit) {
        int room = Math.max(0, Math.min(limit, PLACES_MAX - joined.size() - gone.size()));
        known.requiredQueue()
                .lapsed(moment.now())
                .map(Waiter::ticket)
                .filter(ticket -> !gone.contains(ticket))
                .limit(room)
                .toList()
                .forEach(ticket -> {
                    leave(ticket);
                    dropped.add(ticket);
                });
    }

    private Staged staged() {
        if (joined.size() + gone.size() > PLACES_MAX) {
            throw new InvalidRequestException(
                    "one commit changes "
                            + (joined.size() + gone.size())
                            + " places in line, the limit on DynamoDB is "
                            + PLACES_MAX);
        }
        Queue queue = known.queue();
        Numbers numbers = numbers();
        var item =
                new RootItem(
                        known.item().root(),
                        known.item().raw(),
                        numbers,
                        holds,
                        ended,
                        first(),
                        known.item().foreign());
        var stamp =
                new Stamp(
                        moment.now(),
                        nextNumber == firstNumber ? 0 : firstNumber,
                        numbers.version(),
                        missed);
        return new Staged(
                item,
                queue == null ? null : queue.with(List.copyOf(joined.values()), gone),
                new Staged.Places(List.copyOf(joined.values()), gone, dropped, assumed, touched),
                audited,
                stamp);
    }

    private FirstInLine first() {
        Queue queue = known.queue();
        List<Waiter> newcomers = List.copyOf(joined.values());
        return queue == null
                ? known.item().first().after(newcomers, gone, granted)
                : FirstInLine.of(queue.with(newcomers, gone), holds);
    }

    private Numbers numbers() {
        Numbers before = known.item().numbers();
        Queue queue = known.queue();
        int waiting = queue == null ? before.waiting() : queue.size();
        long digest = queue == null ? before.digest() : queue.digest();
        for (Ticket ticket : joined.keySet()) {
            digest ^= Queue.digest(ticket);
        }
        for (Ticket ticket : gone) {
            digest ^= Queue.digest(ticket);
        }
        return new Numbers(
                structural ? raised(before.version(), known, moment) : before.version(),
                joins ? raised(before.epoch(), known, moment) : before.epoch(),
                nextNumber > firstNumber ? nextNumber - 1 : before.last(),
                told,
                before.spilled(),
                waiting + joined.size() - gone.size(),
                digest,
                moment.now());
    }

    private static Hold until(Hold hold, StoreTime until) {
        return new Hold(
                hold.id(),
                hold.token(),
                hold.resource(),
                hold.mode(),
                hold.owner(),
                hold.claims(),
                hold.terms(),
                hold.standing(),
                hold.priority(),
                hold.note(),
                hold.engine(),
                hold.acquiredAt(),
                hold.heartbeatAt(),
                until);
    }

    static Waiter until(Waiter waiter, StoreTime until) {
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
}
