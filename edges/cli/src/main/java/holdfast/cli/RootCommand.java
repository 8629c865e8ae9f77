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
            "Hold a lock across the steps of a script:",
            "  holdfast acquire user-platform/production --lease 2h",
            "See who holds what, and who waits:",
            "  holdfast locks list",
            "  holdfast queue list",
            "Find out whether everything is in order:",
            "  holdfast doctor",
            "More about a command, with examples: holdfast COMMAND --help"
        })
final class RootCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(spec.commandLine());
    }
}
