package holdfast.cli;

/** Only a name for the commands below it. */
final class TerraformCommand implements Command {
    private final Syntax syntax =
            Syntax.of("terraform", this)
                    .needsCommandBelow()
                    .description("Helps to keep states of Terraform and OpenTofu on a server.")
                    .footer("Examples:", "  holdfast terraform init-snippet network/production");

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Integer call() {
        return UsageHelp.missingCommand(syntax.spec().commandLine());
    }
}
