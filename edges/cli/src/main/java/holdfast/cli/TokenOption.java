package holdfast.cli;

import holdfast.model.InvalidRequestException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The token by which servers know the caller: as an option says, or the environment, or as GitHub gives it to a job that may have tokens.
 *
 * <p>Under a lock {@code HOLDFAST_TOKEN} is the lock's fencing token, a number, which no credential is. There the credential has
 * another name.
 */
final class TokenOption implements Syntax.Part {
    private static final String TOKEN = "HOLDFAST_TOKEN";
    private static final String FILE = "HOLDFAST_TOKEN_FILE";
    private static final String COMMAND = "HOLDFAST_TOKEN_COMMAND";
    private static final String AUDIENCE = "HOLDFAST_TOKEN_AUDIENCE";
    private static final String INSIDE = "HOLDFAST_SERVER_TOKEN";
    private static final String USUAL_AUDIENCE = "holdfast";

    private static final String OF_GITHUB = "ACTIONS_ID_TOKEN_REQUEST_";
    private static final String WHERE = OF_GITHUB + "URL";
    private static final String PASS = OF_GITHUB + "TOKEN";

    private final Map<String, String> environment;

    private final Argument<String> file =
            Argument.option(
                    "--token-file",
                    "FILE",
                    "Where the token for the server is. Default: $HOLDFAST_TOKEN_FILE, or the token"
                            + " itself in $HOLDFAST_TOKEN, or the one that GitHub gives its job.");

    private final Argument<String> command =
            Argument.option(
                    "--token-command",
                    "COMMAND",
                    "A command of the shell that prints the token, run again before that runs out."
                            + " Default: $HOLDFAST_TOKEN_COMMAND.");

    TokenOption(Context context) {
        this.environment = context.environment();
    }

    @Override
    public void addTo(CommandSpec spec) {
        file.addTo(spec);
        command.addTo(spec);
    }

    TokenSource source() {
        if (file.isGiven() && command.isGiven()) {
            throw file.misuse(
                    "Name a file or a command for the token, not both: --token-file, --token-command");
        }
        if (file.isGiven()) {
            return inFile(file.given());
        }
        return command.isGiven()
                ? new TokenSource.ByCommand(command.given())
                : inEnvironment().orElseGet(TokenSource.Nowhere::new);
    }

    private Optional<TokenSource> inEnvironment() {
        return variable(FILE)
                .map(TokenOption::inFile)
                .or(() -> variable(COMMAND).map(TokenSource.ByCommand::new))
                .or(() -> given().map(TokenSource.Given::new))
                .or(this::ofGitHub);
    }

    private static TokenSource inFile(String name) {
        try {
            return new TokenSource.InFile(Path.of(name));
        } catch (InvalidPathException e) {
            throw new InvalidRequestException("the token file " + name + " cannot be read: " + e);
        }
    }

    private Optional<String> given() {
        return variable(INSIDE)
                .or(() -> variable(TOKEN).filter(token -> !isFencingToken(token)))
                .map(String::strip);
    }

    /** One for each lock. */
    private static boolean isFencingToken(String text) {
        return text.chars().allMatch(c -> Character.isDigit(c) || Character.isWhitespace(c));
    }

    private Optional<TokenSource> ofGitHub() {
        return variable(WHERE)
                .flatMap(url -> variable(PASS).map(pass -> Map.of(WHERE, url, PASS, pass)))
                .map(job ->
                        new TokenSource.OfGitHubActions(
                                job, variable(AUDIENCE).orElse(USUAL_AUDIENCE)));
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
    }

    /** What a command under a lock finds the same token by. */
    Map<String, String> surroundings() {
        return switch (source()) {
            case TokenSource.InFile found -> Map.of(FILE, found.file().toAbsolutePath().toString());
            case TokenSource.ByCommand found -> Map.of(FILE, "", COMMAND, found.command());
            case TokenSource.Given found -> Map.of(INSIDE, found.token());
            // They are in the environment already.
            case TokenSource.OfGitHubActions found -> Map.of();
            case TokenSource.Nowhere none -> Map.of();
        };
    }
}
