package holdfast.cli;

import holdfast.LockRequest;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;

/** How long a command waits for the lock of what it changes in a moment. */
final class WaitOption implements Syntax.Part {
    private final Argument<Duration> wait =
            Argument.option(
                    "--wait",
                    "TIME",
                    Duration.class,
                    "Wait in line for the lock for so long. Default: give up at once.");

    @Override
    public void addTo(CommandSpec command) {
        wait.addTo(command);
    }

    LockRequest appliedTo(LockRequest request) {
        return wait.isGiven() && !wait.given().isZero()
                ? request.waitAtMost(wait.given())
                : request;
    }
}
