package holdfast.cli;

final class ConfigShowCommand implements Command {
    private final Context context;
    private final ConfigFileOption config;

    ConfigShowCommand(Context context) {
        this.context = context;
        this.config = new ConfigFileOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("show", this)
                .description(
                        "Shows what a server would be run with, and who says so.",
                        "That is the file, a variable of the environment, or nobody. Secrets are hidden.")
                .footer(
                        "Examples:",
                        "  holdfast config show",
                        "  HOLDFAST_LISTEN_PORT=8080 holdfast config show --config server.yaml")
                .takes(config);
    }

    @Override
    public Integer call() {
        context.terminal()
                .out()
                .print(context.servers().get().show(Servers.Order.of(config.file())));
        return ExitCode.OK.code();
    }
}
