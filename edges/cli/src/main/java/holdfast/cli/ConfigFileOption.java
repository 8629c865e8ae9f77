package holdfast.cli;

import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Where the configuration of a server is. */
final class ConfigFileOption implements Syntax.Part {
    private static final String VARIABLE = "HOLDFAST_CONFIG";

    private final Context context;

    private final Argument<String> file =
            Argument.option(
                    "--config",
                    "FILE",
                    "The server's configuration, in YAML. Default: $HOLDFAST_CONFIG, or none.");

    ConfigFileOption(Context context) {
        this.context = context;
    }

    @Override
    public void addTo(CommandSpec command) {
        file.addTo(command);
    }

    Optional<String> file() {
        return Optional.ofNullable(file.value())
                .or(() -> Optional.ofNullable(context.environment().get(VARIABLE)))
                .filter(name -> !name.isBlank());
    }
}
