package holdfast.cli;

import java.util.Optional;

final class ServeCommand implements Command {
    private final Context context;

    private final Argument<String> host =
            Argument.option(
                    "--host",
                    "HOST",
                    "The address to listen on. Default: 127.0.0.1; without configured access no"
                            + " other one is accepted.");

    private final Argument<Integer> port =
            Argument.option(
                    "--port", "PORT", Integer.class, "Default: 7420; 0 for any that is free.");

    private final ConfigFileOption config;

    private final Argument<Boolean> check =
            Argument.flag("--check", "Say whether the configuration is good, and serve nothing.");

    private final Argument<String> store =
            Argument.option(
                    "--store",
                    "ADDRESS",
                    "Where the locks are kept. Default: as the configuration says, or"
                            + " $HOLDFAST_STORE, or a file in your state directory.");

    ServeCommand(Context context) {
        this.context = context;
        this.config = new ConfigFileOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("serve", this)
                .description(
                        "Serves locks over HTTP, until it is told to stop.",
                        "The API is described at /openapi.json and /docs of the server.")
                .footer(
                        "Examples:",
                        "  holdfast serve",
                        "  holdfast serve --port 8080 --store redis://localhost:6379",
                        "  holdfast serve --config server.yaml --check")
                .takes(host, port, config, store, check);
    }

    @Override
    public Integer call() {
        var order =
                new Servers.Order(
                        Optional.ofNullable(host.value()),
                        Optional.ofNullable(port.value()),
                        Optional.ofNullable(store.value()),
                        config.file());
        Servers servers = context.servers().get();
        if (check.or(false)) {
            servers.check(order).forEach(context.terminal()::say);
            context.terminal().out().println("The configuration is good.");
            return ExitCode.OK.code();
        }
        Signals.interruptingThisThread();
        try {
            servers.serve(order, context.terminal()::say);
        } catch (InterruptedException e) {
            // Asked to stop, and stopped in good order.
            Thread.currentThread().interrupt();
        }
        return ExitCode.OK.code();
    }
}
