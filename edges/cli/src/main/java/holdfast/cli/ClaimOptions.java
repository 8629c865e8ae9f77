package holdfast.cli;

import holdfast.LockRequest;
import holdfast.model.Owner;
import holdfast.model.Priority;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How a lock is asked for, the same wherever one is. */
final class ClaimOptions {
    private static final Duration USUAL_WAIT = Duration.ofMinutes(10);

    @Option(
            names = "--shared",
            description = "Let others share; only exclusive locks are kept out.")
    private boolean shared;

    @ArgGroup private Waiting waiting = new Waiting();

    /** How long to wait in line, or not at all. */
    private static final class Waiting {
        @Option(
                names = "--wait",
                paramLabel = "TIME",
                description = "Wait in line for so long. Default: 10m.")
        private @Nullable Duration atMost;

        @Option(names = "--no-wait", description = "Give up at once if the lock is not free.")
        private boolean not;
    }

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "What people who meet this lock should read.")
    private String reason = "";

    @Option(
            names = "--priority",
            paramLabel = "LEVEL",
            description = "low, normal, high or critical. Default: normal.")
    private Priority priority = Priority.NORMAL;

    @Option(
            names = "--owner",
            paramLabel = "NAME",
            description = "What others should call the holder. Default: the CI run, or user@host.")
    private @Nullable String owner;

    @Option(
            names = "--metadata",
            paramLabel = "KEY=VALUE",
            description = "Whatever else people should see with the lock. Can be repeated.")
    private Map<String, String> metadata = Map.of();

    /** Whether the caller said how long to wait, if only not at all. */
    boolean saysHowLongToWait() {
        return waiting.not || waiting.atMost != null;
    }

    LockRequest appliedTo(LockRequest bare) {
        Duration wait = waiting.atMost == null ? USUAL_WAIT : waiting.atMost;
        LockRequest request = withoutWaiting(bare);
        return waiting.not || wait.isZero() ? request : request.waitAtMost(wait);
    }

    LockRequest withoutWaiting(LockRequest bare) {
        LockRequest request = bare.priority(priority).reason(reason);
        for (var entry : metadata.entrySet()) {
            request = request.metadata(entry.getKey(), entry.getValue());
        }
        return shared ? request.shared() : request;
    }

    /** The owner by the name that the caller chose for it. */
    Owner named(Owner found) {
        return owner == null ? found : new Owner(found.id(), owner, found.facts());
    }
}
