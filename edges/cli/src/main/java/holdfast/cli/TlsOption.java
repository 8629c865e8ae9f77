package holdfast.cli;

import holdfast.model.InvalidRequestException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Whom to trust and what to show where a server is asked over TLS: as the options say, or the environment, or the user's settings. */
final class TlsOption implements Syntax.Part {
    private final Map<String, String> environment;

    private final Choice authorities =
            new Choice(
                    "--ca-file",
                    "Who vouches for the server, and nobody else does: certificates in PEM form."
                            + " Default: $HOLDFAST_CA_FILE, or those whom Java trusts.");

    private final Choice certificate =
            new Choice(
                    "--client-cert",
                    "What to show to a server that asks for a certificate, in PEM form. Default:"
                            + " $HOLDFAST_CLIENT_CERT.");

    private final Choice key =
            new Choice(
                    "--client-key",
                    "The key of that certificate, in PEM form (PKCS#8). Default:"
                            + " $HOLDFAST_CLIENT_KEY.");

    TlsOption(Context context) {
        this.environment = context.environment();
    }

    /** One file, and all ways to name it. */
    private static final class Choice {
        private final Argument<String> option;
        private final String setting;

        Choice(String name, String description) {
            this.option = Argument.option(name, "PEM", description);
            this.setting = name.substring(2).replace('-', '_');
        }

        String variable() {
            return "HOLDFAST_" + setting.toUpperCase(Locale.ROOT);
        }

        Optional<Path> file(Map<String, String> environment) {
            if (option.isGiven()) {
                return Optional.of(path(option.given()));
            }
            @Nullable String named = environment.get(variable());
            return named == null || named.isBlank()
                    ? Configuration.of(environment).file(setting)
                    : Optional.of(path(named));
        }

        private Path path(String name) {
            try {
                return Path.of(name).toAbsolutePath();
            } catch (InvalidPathException e) {
                throw new InvalidRequestException("'" + name + "' does not name a file");
            }
        }
    }

    private List<Choice> all() {
        return List.of(authorities, certificate, key);
    }

    @Override
    public void addTo(CommandSpec command) {
        all().forEach(choice -> choice.option.addTo(command));
    }

    /** @param urls if none of them is asked over TLS, nothing is looked for */
    TlsPaths paths(List<String> urls) {
        if (urls.stream().noneMatch(url -> url.regionMatches(true, 0, "https:", 0, 6))) {
            for (Choice choice : all()) {
                if (choice.option.isGiven()) {
                    throw choice.option.misuse(
                            choice.option.name() + " is for servers at https://");
                }
            }
            return TlsPaths.NONE;
        }
        Optional<Path> shown = certificate.file(environment);
        Optional<Path> secret = key.file(environment);
        if (shown.isPresent() != secret.isPresent()) {
            throw new InvalidRequestException(
                    "a certificate and its key belong together: name both, --client-cert and"
                            + " --client-key");
        }
        return new TlsPaths(
                authorities.file(environment),
                shown.flatMap(file -> secret.map(its -> new TlsPaths.Own(file, its))));
    }

    /** What a command inside finds the same files by. */
    Map<String, String> surroundings(List<String> urls) {
        var variables = new LinkedHashMap<String, String>();
        TlsPaths paths = paths(urls);
        paths.authorities()
                .ifPresent(file -> variables.put(authorities.variable(), file.toString()));
        paths.own()
                .ifPresent(own -> {
                    variables.put(certificate.variable(), own.certificate().toString());
                    variables.put(key.variable(), own.key().toString());
                });
        return variables;
    }
}
