package holdfast.cli;

import picocli.AutoComplete;

final class CompletionCommand implements Command {
    private final Context context;

    private final Syntax syntax =
            Syntax.of("completion", this)
                    .description(
                            "Prints a script that completes holdfast commands in bash and zsh.")
                    .footer(
                            "Examples:",
                            "  source <(holdfast completion)",
                            "  holdfast completion > ~/.local/share/bash-completion/completions/holdfast");

    CompletionCommand(Context context) {
        this.context = context;
    }

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Integer call() {
        var root = syntax.spec().root();
        context.terminal().out().println(AutoComplete.bash(root.name(), root.commandLine()));
        return ExitCode.OK.code();
    }
}
