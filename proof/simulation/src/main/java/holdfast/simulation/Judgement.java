package holdfast.simulation;

import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import java.util.List;

/** The checker's own reading of rules 1 and 3. It must not ask the rulebook, whose mistakes it is to find. */
final class Judgement {
    private Judgement() {}

    /** Someone's wish or right to a resource. */
    record Claimed(OwnerId owner, Resource resource, Mode mode) {
        static Claimed of(Hold hold) {
            return new Claimed(hold.owner().id(), hold.resource(), hold.mode());
        }

        static Claimed of(Waiter waiter) {
            return new Claimed(
                    waiter.owner().id(), waiter.claim().resource(), waiter.claim().mode());
        }
    }

    static boolean conflict(Claimed one, Claimed other) {
        boolean bothShare = one.mode() == Mode.SHARED && other.mode() == Mode.SHARED;
        return !bothShare
                && !one.owner().text().equals(other.owner().text())
                && overlap(one.resource(), other.resource());
    }

    static boolean overlap(Resource one, Resource other) {
        return one.root().text().equals(other.root().text())
                && (isPrefix(segments(one), segments(other))
                        || isPrefix(segments(other), segments(one)));
    }

    /** Whether who locks the first has locked the second. */
    static boolean covers(Resource upper, Resource lower) {
        return upper.root().text().equals(lower.root().text())
                && isPrefix(segments(upper), segments(lower));
    }

    private static List<String> segments(Resource resource) {
        String path = resource.path().text();
        return path.isEmpty() ? List.of() : List.of(path.split("/"));
    }

    private static boolean isPrefix(List<String> shorter, List<String> longer) {
        return shorter.size() <= longer.size() && longer.subList(0, shorter.size()).equals(shorter);
    }

    static boolean lives(Hold hold, StoreTime now) {
        return now.epochNanos() < hold.until().epochNanos();
    }

    static boolean lives(Waiter waiter, StoreTime now) {
        return now.epochNanos() < waiter.until().epochNanos();
    }

    static int level(Priority priority) {
        return switch (priority) {
            case LOW -> 0;
            case NORMAL -> 1;
            case HIGH -> 2;
            case CRITICAL -> 3;
        };
    }

    /** Its place in line: the smaller the earlier. */
    static long turn(long number, Priority priority, long stepMicros) {
        return number - level(priority) * stepMicros;
    }

    static boolean isAhead(Waiter first, Waiter second, long stepMicros) {
        long one = turn(first.ticket().number(), first.priority(), stepMicros);
        long other = turn(second.ticket().number(), second.priority(), stepMicros);
        return one != other ? one < other : first.ticket().number() < second.ticket().number();
    }
}
