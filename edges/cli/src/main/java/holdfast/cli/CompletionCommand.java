package holdfast.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        description = "Prints a script that completes holdfast commands in bash and zsh.",
        footerHeading = "%n",
        footer = {
            "Examples:",
            "  source <(holdfast completion)",
            "  holdfast completion > ~/.local/share/bash-completion/completions/holdfast"
        })
final class CompletionCommand implements Callable<Integer> {
    private final Context context;

    @Spec private CommandSpec spec = CommandSpec.create();

    CompletionCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        var root = spec.root();
        context.terminal().out().println(AutoComplete.bash(root.name(), root.commandLine()));
        return ExitCode.OK.code();
    }
}
