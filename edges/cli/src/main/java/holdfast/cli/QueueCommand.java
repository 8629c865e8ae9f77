package holdfast.cli;

/** Only a name for the commands below it. */
final class QueueCommand implements Command {
    private final Syntax syntax =
            Syntax.of("queue", this)
                    .needsCommandBelow()
                    .description("Shows who waits for locks, and cancels waits.")
                    .footer("Examples:", "  holdfast queue list");

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(syntax.spec().commandLine());
    }
}
