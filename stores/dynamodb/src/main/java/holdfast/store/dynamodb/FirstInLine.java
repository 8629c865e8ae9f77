package holdfast.store.dynamodb;

import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who is next, told in the item of the root, so that who gives the lock on need not read the queue. But every heartbeat writes the
 * item: so only as many are told as fit into the kilobytes that are paid for anyway.
 *
 * @param waiters the first of the line by turn, without a gap
 * @param line what is known of the whole line, also of those who are not told
 */
record FirstInLine(List<Waiter> waiters, Line line) {
    static final FirstInLine NOBODY = new FirstInLine(List.of(), Line.MIXED);

    /** A write costs a unit for each kilobyte; how large numbers are is only estimated. */
    static final int PAID_ANYWAY = 1_000;

    private static final int KILOBYTE = 1_024;
    private static final int TOLD_MAX = 8;

    /** A look shows the first of those who wait for the same, and one of another owner. */
    private static final int SHOWN = 2;

    /** How those stand who wait for a root. */
    enum Line {
        /** All for the same and exclusively, each with an owner of its own who holds nothing here: then the first ones are all that counts. */
        SINGLE,

        MIXED
    }

    FirstInLine {
        waiters = waiters.stream().sorted(Waiter.TURN_ORDER).toList();
    }

    /** All who wait, of whom the first are told. */
    static FirstInLine of(Queue all, List<Hold> holds) {
        Set<OwnerId> owners = new HashSet<>();
        holds.forEach(hold -> owners.add(hold.owner().id()));
        boolean single =
                all.paths() == 1
                        && all.waiters().stream()
                                .allMatch(waiter ->
                                        waiter.mode() == Mode.EXCLUSIVE
                                                && owners.add(waiter.owner().id()));
        return new FirstInLine(all.waiters(), single ? Line.SINGLE : Line.MIXED);
    }

    /**
     * Those who are left of them where the rest is not known. Who joined is told only before one who was told: behind the last of those
     * there may be others.
     *
     * @param granted owners who have got a lock
     */
    FirstInLine after(List<Waiter> joined, Set<Ticket> gone, List<Owner> granted) {
        List<Waiter> left =
                waiters.stream().filter(waiter -> !gone.contains(waiter.ticket())).toList();
        if (left.isEmpty()) {
            return NOBODY;
        }
        boolean fromLine =
                granted.stream()
                        .allMatch(owner ->
                                waiters.stream()
                                        .anyMatch(waiter ->
                                                gone.contains(waiter.ticket())
                                                        && waiter.owner().is(owner)));
        Line now = joined.isEmpty() && fromLine ? line : Line.MIXED;
        var both = new Queue(left).with(joined, gone).waiters();
        return new FirstInLine(both.subList(0, both.indexOf(left.getLast()) + 1), now);
    }

    Optional<Waiter> find(Ticket ticket) {
        return waiters.stream().filter(waiter -> waiter.ticket().equals(ticket)).findFirst();
    }

    /** Whether a look would show nobody else. */
    boolean isEnough() {
        return line == Line.SINGLE && waiters.size() >= SHOWN;
    }

    /** The same people, whose places have not lapsed at this time. */
    FirstInLine live(StoreTime now) {
        return new FirstInLine(new Queue(waiters).live(now).waiters(), line);
    }

    FirstInLine atMost(int count) {
        return new FirstInLine(waiters.subList(0, Math.min(count, waiters.size())), line);
    }

    static int toldAtMost(RootItem item) {
        return Math.min(TOLD_MAX, item.first().waiters().size());
    }

    /** The item as it is to be written, with as many of its waiters as cost nothing. */
    static RootItem written(RootItem item, StoreTime waitersUntil) {
        FirstInLine told = item.first().atMost(TOLD_MAX);
        RootItem written = RootItems.written(item.telling(told), waitersUntil);
        if (told.waiters().isEmpty() || Attributes.size(written.raw()) <= PAID_ANYWAY) {
            return written;
        }
        RootItem bare = RootItems.written(item.telling(told.atMost(0)), waitersUntil);
        int more = Math.max(0, Math.ceilDiv(Attributes.size(bare.raw()) - PAID_ANYWAY, KILOBYTE));
        int room = Math.min(PAID_ANYWAY + more * KILOBYTE, RootItems.BYTES_MAX);
        while (!told.waiters().isEmpty() && Attributes.size(written.raw()) > room) {
            told = told.atMost(told.waiters().size() - 1);
            written = RootItems.written(item.telling(told), waitersUntil);
        }
        return written;
    }
}
