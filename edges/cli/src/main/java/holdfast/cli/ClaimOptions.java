package holdfast.cli;

import holdfast.LockRequest;
import holdfast.model.Owner;
import holdfast.model.Priority;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;

/** How a lock is asked for, the same wherever one is. */
final class ClaimOptions implements Syntax.Part {
    private static final Duration USUAL_WAIT = Duration.ofMinutes(10);

    private final Argument<Duration> wait =
            Argument.option(
                    "--wait", "TIME", Duration.class, "Wait in line for so long. Default: 10m.");

    private final Argument<Boolean> noWait =
            Argument.flag("--no-wait", "Give up at once if the lock is not free.");

    private final Argument<Boolean> shared =
            Argument.flag("--shared", "Let others share; only exclusive locks are kept out.");

    private final Argument<String> reason =
            Argument.option("--reason", "TEXT", "What people who meet this lock should read.");

    private final Argument<Priority> priority =
            Argument.option(
                    "--priority",
                    "LEVEL",
                    Priority.class,
                    "low, normal, high or critical. Default: normal.");

    private final Argument<String> owner =
            Argument.option(
                    "--owner",
                    "NAME",
                    "What others should call the holder. Default: the CI run, or user@host.");

    private final Argument<Map<String, String>> metadata =
            Argument.pairs(
                    "--metadata",
                    "KEY=VALUE",
                    "Whatever else people should see with the lock. Can be repeated.");

    @Override
    public void addTo(CommandSpec command) {
        command.addArgGroup(
                ArgGroupSpec.builder().addArg(wait.spec()).addArg(noWait.spec()).build());
        shared.addTo(command);
        reason.addTo(command);
        priority.addTo(command);
        owner.addTo(command);
        metadata.addTo(command);
    }

    /** Whether the caller said how long to wait, if only not at all. */
    boolean saysHowLongToWait() {
        return noWait.or(false) || wait.isGiven();
    }

    LockRequest appliedTo(LockRequest bare) {
        Duration atMost = wait.or(USUAL_WAIT);
        LockRequest request = withoutWaiting(bare);
        return noWait.or(false) || atMost.isZero() ? request : request.waitAtMost(atMost);
    }

    LockRequest withoutWaiting(LockRequest bare) {
        LockRequest request = bare.priority(priority.or(Priority.NORMAL)).reason(reason.or(""));
        for (var entry : metadata.or(Map.of()).entrySet()) {
            request = request.metadata(entry.getKey(), entry.getValue());
        }
        return shared.or(false) ? request.shared() : request;
    }

    /** The owner by the name that the caller chose for it. */
    Owner named(Owner found) {
        return new Owner(found.id(), owner.or(found.name()), found.facts());
    }
}
