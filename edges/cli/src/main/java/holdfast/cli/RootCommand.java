package holdfast.cli;

final class RootCommand implements Command {
    private final Syntax syntax =
            Syntax.of("holdfast", this)
                    .needsCommandBelow()
                    .description("Keeps deployments from stepping on each other.")
                    .footer(
                            "Run a command that nobody else runs at the same time:",
                            "  holdfast run --lock user-platform/production -- ./deploy.sh",
                            "Hold a lock across the steps of a script:",
                            "  holdfast acquire user-platform/production --lease 2h",
                            "See who holds what, and who waits:",
                            "  holdfast locks list",
                            "  holdfast queue list",
                            "Find out whether everything is in order:",
                            "  holdfast doctor",
                            "More about a command, with examples: holdfast COMMAND --help");

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(syntax.spec().commandLine());
    }
}
