package holdfast.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Only a name for the commands below it. */
@Command(
        name = "locks",
        synopsisSubcommandLabel = "COMMAND",
        description = "Shows locks, watches them, and releases them by name.",
        footerHeading = "%n",
        footer = {"Examples:", "  holdfast locks list", "  holdfast locks status terraform-prod"})
final class LocksCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(spec.commandLine());
    }
}
