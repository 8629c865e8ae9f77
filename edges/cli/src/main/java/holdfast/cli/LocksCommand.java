package holdfast.cli;

/** Only a name for the commands below it. */
final class LocksCommand implements Command {
    private final Syntax syntax =
            Syntax.of("locks", this)
                    .needsCommandBelow()
                    .description("Shows locks, watches them, and releases them by name.")
                    .footer(
                            "Examples:",
                            "  holdfast locks list",
                            "  holdfast locks status terraform-prod");

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(syntax.spec().commandLine());
    }
}
