package holdfast.cli;

/** Only a name for the commands below it. */
final class StoreCommand implements Command {
    private final Syntax syntax =
            Syntax.of("store", this)
                    .needsCommandBelow()
                    .description("Makes the store in which locks are kept.")
                    .footer("Examples:", "  holdfast store create --store sqlite:locks.db");

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(syntax.spec().commandLine());
    }
}
