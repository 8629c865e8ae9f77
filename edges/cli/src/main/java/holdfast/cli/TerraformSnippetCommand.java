package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.state.StateName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class TerraformSnippetCommand implements Command {
    private static final String SERVER = "http://127.0.0.1:7420";

    private final Context context;

    private final Argument<String> name =
            Argument.positional(
                    "NAME", String.class, "Of the state: letters, digits, dots, slashes.");

    private final Argument<String> server =
            Argument.option(
                    "--server",
                    "URL",
                    "Where holdfast serve listens. Default: the first of $HOLDFAST_SERVER, or "
                            + SERVER);

    TerraformSnippetCommand(Context context) {
        this.context = context;
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("init-snippet", this)
                .description(
                        "Prints the back-end block for a configuration.",
                        "A token belongs into TF_HTTP_PASSWORD, not into the block: what is written",
                        "there ends up in plan files.")
                .footer(
                        "Examples:",
                        "  holdfast terraform init-snippet network/production > backend.tf")
                .takes(name, server);
    }

    @Override
    public Integer call() {
        String text = StateName.terraform(name.given()).text();
        if (Arrays.stream(text.split("/")).anyMatch(List.of(".", "..")::contains)) {
            throw new InvalidRequestException(
                    "'" + text + "' cannot be part of a URL: dots alone mean another place there");
        }
        String base = server();
        String address = base + "/terraform/" + encoded(text);
        context.terminal()
                .out()
                .print(
                        """
                        terraform {
                          backend "http" {
                            address        = "%1$s"
                            lock_address   = "%1$s"
                            unlock_address = "%1$s"
                          }
                        }
                        """
                                .formatted(address));
        return ExitCode.OK.code();
    }

    /** A block has room for one. */
    private String server() {
        String named = server.or(context.environment().getOrDefault(ServerOption.VARIABLE, ""));
        return Stream.of(named.split(","))
                .map(url -> url.strip().replaceFirst("/+$", ""))
                .filter(url -> !url.isEmpty())
                .findFirst()
                .orElse(SERVER);
    }

    private static String encoded(String name) {
        return Arrays.stream(name.split("/"))
                .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/"));
    }
}
