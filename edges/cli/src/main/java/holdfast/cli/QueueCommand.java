package holdfast.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Only a name for the commands below it. */
@Command(
        name = "queue",
        synopsisSubcommandLabel = "COMMAND",
        description = "Shows who waits for locks, and cancels waits.",
        footerHeading = "%n",
        footer = {"Examples:", "  holdfast queue list"})
final class QueueCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(spec.commandLine());
    }
}
