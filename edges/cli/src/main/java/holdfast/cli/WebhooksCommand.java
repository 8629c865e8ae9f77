package holdfast.cli;

/** Only a name for the commands below it. */
final class WebhooksCommand implements Command {
    private final Syntax syntax =
            Syntax.of("webhooks", this)
                    .needsCommandBelow()
                    .description("Messages that servers could not deliver to their webhooks.")
                    .footer(
                            "Examples:",
                            "  holdfast webhooks list",
                            "  holdfast webhooks retry ops 0123abcd");

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(syntax.spec().commandLine());
    }
}
