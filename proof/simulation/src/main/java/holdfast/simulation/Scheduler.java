package holdfast.simulation;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time and the baton. Exactly one thread runs at a time, the scheduler's or one actor's, and what runs next depends on
 * the events' times alone; so a seed repeats a run exactly.
 */
final class Scheduler {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long numbers;
    private @Nullable Actor running;

    /** Events at one time happen in the order in which they were planned. */
    private record Event(long at, long number, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    /** Nanoseconds since the run began. */
    long now() {
        return now;
    }

    void after(long nanos, Runnable action) {
        events.add(new Event(now + Math.max(0, nanos), numbers++, action));
    }

    /** Lets the next event happen; says whether there was one. */
    boolean step() {
        Event next = events.poll();
        if (next == null) {
            return false;
        }
        now = Math.max(now, next.at());
        next.action().run();
        return true;
    }

    /** Gives the baton to the actor and takes it back when the actor waits or has finished. */
    void run(Actor actor) {
        Actor before = running;
        running = actor;
        actor.takeBaton();
        running = before;
    }

    /** The actor that has the baton. */
    Actor running() {
        Actor actor = running;
        if (actor == null) {
            throw new IllegalStateException("something waits that must not: a notice or a check");
        }
        return actor;
    }
}
