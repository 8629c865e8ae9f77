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

    private final Argument<String> config =
            Argument.option("--config", "FILE", "The server's configuration, in YAML.");

    private final Argument<String> store =
            Argument.option(
                    "--store",
                    "ADDRESS",
                    "Where the locks are kept. Default: as the configuration says, or"
                            + " $HOLDFAST_STORE, or a file in your state directory.");

    ServeCommand(Context context) {
        this.context = context;
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
                        "  holdfast serve --port 8080 --store redis://localhost:6379")
                .takes(host, port, config, store);
    }

    @Override
    public Integer call() {
        Signals.interruptingThisThread();
        var order =
                new Servers.Order(
                        Optional.ofNullable(host.value()),
                        Optional.ofNullable(port.value()),
                        Optional.ofNullable(store.value()),
                        Optional.ofNullable(config.value()));
        try {
            context.servers().serve(order, context.terminal()::say);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.OK.code();
    }
}
