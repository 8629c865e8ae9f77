package holdfast.cli;

import holdfast.model.InvalidRequestException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Which servers keep the locks, and what to show them. */
final class ServerOption implements Syntax.Part {
    static final String VARIABLE = "HOLDFAST_SERVER";

    /** As OpenTelemetry has it in the environment of a CI job. */
    private static final String TRACEPARENT = "TRACEPARENT";

    private final Context context;

    private final Argument<String> urls =
            Argument.option(
                    "--server",
                    "URL",
                    "Work on the locks of a server, as in http://HOST:7420; of several on one store,"
                            + " separated by commas, one that answers. Default: $HOLDFAST_SERVER.");

    private final TokenOption token;
    private final TlsOption tls;

    ServerOption(Context context) {
        this.context = context;
        this.token = new TokenOption(context);
        this.tls = new TlsOption(context);
    }

    @Override
    public void addTo(CommandSpec command) {
        urls.addTo(command);
        token.addTo(command);
        tls.addTo(command);
    }

    boolean isGiven() {
        return urls.isGiven();
    }

    /** Whether the environment names a server. */
    boolean isUsual() {
        return variable() != null;
    }

    boolean isNamed() {
        return isGiven() || isUsual();
    }

    boolean isTheUsual() {
        return address().equals(String.join(",", split(variable())));
    }

    /** As it was written, without what makes no difference. */
    String address() {
        return String.join(",", split(isGiven() ? urls.given() : variable()));
    }

    private static List<String> split(@Nullable String text) {
        return Stream.of((text == null ? "" : text).split(","))
                .map(url -> url.strip().replaceFirst("/+$", ""))
                .filter(url -> !url.isEmpty())
                .toList();
    }

    /** Who says which server it is. */
    String source() {
        return isGiven() ? "--server" : VARIABLE;
    }

    Stores.ServerAddress servers() {
        List<String> all = split(address());
        if (all.isEmpty()) {
            throw new InvalidRequestException(source() + " names no server");
        }
        return new Stores.ServerAddress(
                all,
                token.source(),
                tls.paths(all),
                Optional.ofNullable(context.environment().get(TRACEPARENT)),
                Session.heartbeat());
    }

    /** What a command inside finds the same server by. */
    Map<String, String> surroundings() {
        var variables = new LinkedHashMap<String, String>();
        variables.put(VARIABLE, address());
        variables.putAll(token.surroundings());
        variables.putAll(tls.surroundings(split(address())));
        return variables;
    }

    private @Nullable String variable() {
        String variable = context.environment().get(VARIABLE);
        return variable == null || variable.isBlank() ? null : variable;
    }
}
