package holdfast.cli;

/** Only a name for the commands below it. */
final class StateCommand implements Command {
    private final Syntax syntax =
            Syntax.of("state", this)
                    .needsCommandBelow()
                    .description(
                            "Shows states, saves them under their locks, and gets back what was.")
                    .footer(
                            "Examples:",
                            "  holdfast state list",
                            "  holdfast state show user-platform/production");

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(syntax.spec().commandLine());
    }
}
