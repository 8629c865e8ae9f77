package holdfast.store.dynamodb;

import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A root as this process knows it. It may be wrong at any time: a write is conditioned on it.
 *
 * @param queue who is in it, or null if that is not known
 * @param ends how well it is known until when their places last
 */
record Known(RootItem item, @Nullable Queue queue, Ends ends) {
    /** Where the ends of places come from. */
    enum Ends {
        /** From the queue itself, read during the same call. */
        READ,

        /** From the item or from an earlier look: a place lasts at least so long, and longer if it was touched since. */
        TOLD
    }

    static Known of(RootItem item) {
        return of(item, null);
    }

    /** @param before what was known earlier: with who has joined since, of whom the item tells, it may be the whole queue */
    static Known of(RootItem item, @Nullable Known before) {
        if (!item.countsWaiters()) {
            return new Known(item, null, Ends.TOLD);
        }
        if (item.numbers().waiting() == 0) {
            return new Known(item, Queue.EMPTY, Ends.READ);
        }
        var told = new Queue(item.first().waiters());
        if (item.fits(told)) {
            return new Known(item, told, Ends.TOLD);
        }
        Queue earlier = before == null ? null : before.queue();
        Queue both = earlier == null ? told : union(earlier, told);
        return new Known(item, item.fits(both) ? both : null, Ends.TOLD);
    }

    private static Queue union(Queue earlier, Queue told) {
        List<Waiter> both = new ArrayList<>(told.waiters());
        earlier.waiters().stream()
                .filter(waiter -> told.find(waiter.ticket()).isEmpty())
                .forEach(both::add);
        return new Queue(both);
    }

    /** Those in the queue whom a look may show; null if that is not known. */
    @Nullable Queue front() {
        if (queue != null) {
            return queue;
        }
        return item.first().isEnough() ? new Queue(item.first().waiters()) : null;
    }

    /** Empty if it is not there, or if that is not known. */
    Optional<Waiter> find(Ticket ticket) {
        return queue == null ? item.first().find(ticket) : queue.find(ticket);
    }

    /** The same, with everybody who is known to wait taken for live. */
    Known live(StoreTime now) {
        return queue == null
                ? new Known(item.telling(item.first().live(now)), null, ends)
                : new Known(item, queue.live(now), ends);
    }

    /** For later: by then places may have been touched. */
    Known remembered() {
        return ends == Ends.TOLD ? this : new Known(item, queue, Ends.TOLD);
    }

    Queue requiredFront() {
        Queue shown = front();
        return shown == null ? requiredQueue() : shown;
    }

    Queue requiredQueue() {
        if (queue == null) {
            throw new IllegalStateException("the queue of '" + item.root() + "' was not read");
        }
        return queue;
    }

    /** Whether those can be shown who are known: every place of theirs was read, or has surely not lapsed. */
    boolean isSureOfPlaces(StoreTime now) {
        Queue shown = front();
        return shown != null
                && ((queue != null && ends == Ends.READ)
                        || shown.waiters().stream().allMatch(waiter -> waiter.isLive(now)));
    }
}
