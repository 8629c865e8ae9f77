package holdfast.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "holdfast",
        synopsisSubcommandLabel = "COMMAND",
        description = "Keeps deployments from stepping on each other.",
        footerHeading = "%n",
        footer = {
            "Run a command that nobody else runs at the same time:",
            "  holdfast run --lock user-platform/production -- ./deploy.sh",
            "See who holds what:",
            "  holdfast locks list"
        })
final class RootCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(spec.commandLine());
    }
}
