package holdfast.cli;

/** Only a name for the commands below it. */
final class TokenCommand implements Command {
    private final Syntax syntax =
            Syntax.of("token", this)
                    .needsCommandBelow()
                    .description("Makes, lists and revokes the tokens that open a server.")
                    .footer(
                            "Examples:",
                            "  holdfast token create ci --role operator --prefix shop/production",
                            "  holdfast token list");

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(syntax.spec().commandLine());
    }
}
