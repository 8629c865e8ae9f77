package holdfast.rulebook;

import holdfast.model.Priority;
import holdfast.model.Waiter;
import holdfast.store.RootView;
import java.util.Comparator;

/**
 * Rule 3, turn order: by ticket less priority times step, then by ticket. A ticket is a revision and so microseconds of the
 * store's time: a request is overtaken only by requests that came within three steps after it.
 */
final class TurnOrder {
    private final Rules rules;

    TurnOrder(Rules rules) {
        this.rules = rules;
    }

    /** A place in line. */
    record Place(long turn, long ticket) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparingLong(Place::turn).thenComparingLong(Place::ticket);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    static Place placeOf(Waiter waiter) {
        return new Place(waiter.turn(), waiter.ticket().number());
    }

    long headStart(Priority priority) {
        return priority.level() * (rules.priorityStep().toNanos() / 1_000);
    }

    /** The place that a newcomer would get: its ticket is at least the next number that this look allows. */
    Place placeOfNewcomer(RootView view, Priority priority) {
        long ticket = view.now().micros();
        for (var hold : view.holds()) {
            ticket = Math.max(ticket, hold.token().value() + 1);
        }
        for (var waiter : view.waiters()) {
            ticket = Math.max(ticket, waiter.ticket().number() + 1);
        }
        return new Place(ticket - headStart(priority), ticket);
    }
}
