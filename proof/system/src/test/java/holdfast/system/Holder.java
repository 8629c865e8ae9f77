package holdfast.system;

import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.model.ReleaseOutcome;
import holdfast.store.StoreException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program that does with locks what it is told, one order after the other.
 *
 * <pre>
 * take RESOURCE LEASE-MILLIS WAIT-MILLIS -> taken TOKEN LOCK-ID | refused CODE
 * state RESOURCE                         -> Held | Jeopardy | Lost REASON | Released
 * release RESOURCE                       -> Released | Lost ENDING | NotFound
 * </pre>
 *
 * A store that fails is answered with {@code failed TYPE CODE TEXT}. The arguments are the file and, if the dead are to be passed
 * over quickly, the word {@code brisk}.
 */
final class Holder {
    private final LockFile file;
    private final Map<String, HeldLock> locks = new HashMap<>();

    private Holder(LockFile file) {
        this.file = file;
    }

    public static void main(String[] args) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        EngineSettings settings = args.length > 1 ? Churner.BRISK : EngineSettings.DEFAULT;
        try (LockFile file = LockFile.open(Path.of(args[0]), settings)) {
            System.out.println("ready");
            var holder = new Holder(file);
            List<String> order = Child.nextOrder(in);
            while (order != null) {
                System.out.println(holder.answer(order));
                order = Child.nextOrder(in);
            }
        }
    }

    private String answer(List<String> order) throws InterruptedException {
        String resource = order.get(1);
        try {
            return switch (order.get(0)) {
                case "take" ->
                        take(resource, Long.parseLong(order.get(2)), Long.parseLong(order.get(3)));
                case "state" -> Words.of(lock(resource).state());
                case "release" -> released(lock(resource).release());
                default -> throw new IllegalArgumentException(order.toString());
            };
        } catch (StoreException e) {
            return Words.of(e);
        }
    }

    private HeldLock lock(String resource) {
        HeldLock lock = locks.get(resource);
        if (lock == null) {
            throw new IllegalArgumentException("never taken: " + resource);
        }
        return lock;
    }

    private String take(String resource, long leaseMillis, long waitMillis)
            throws InterruptedException {
        HoldOutcome outcome =
                file.holdfast()
                        .lock(resource)
                        .lease(Duration.ofMillis(leaseMillis))
                        .waitAtMost(Duration.ofMillis(waitMillis))
                        .take();
        return switch (outcome) {
            case HoldOutcome.Taken taken -> {
                HeldLock lock = taken.locks().getFirst();
                locks.put(resource, lock);
                yield "taken " + lock.token() + " " + lock.id();
            }
            case HoldOutcome.Refused refused -> "refused " + refused.refusal().code();
        };
    }

    private static String released(ReleaseOutcome outcome) {
        return switch (outcome) {
            case ReleaseOutcome.Released released -> "Released";
            case ReleaseOutcome.Lost lost -> "Lost " + lost.ending().getClass().getSimpleName();
            case ReleaseOutcome.NotFound notFound -> "NotFound";
        };
    }
}
