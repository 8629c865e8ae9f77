package holdfast.cli;

final class ConfigCommand implements Command {
    private final Syntax syntax =
            Syntax.of("config", this)
                    .needsCommandBelow()
                    .description("Looks at the configuration of a server.")
                    .footer("Examples:", "  holdfast config show");

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(syntax.spec().commandLine());
    }
}
