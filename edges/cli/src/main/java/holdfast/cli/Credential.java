package holdfast.cli;

import holdfast.model.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The token by which servers know the caller. A file is read each time, since what is in it may be replaced while a command runs.
 *
 * <p>Under a lock {@code HOLDFAST_TOKEN} is the lock's fencing token, a number, which no credential is. There the credential has
 * another name.
 */
final class Credential implements Supplier<Optional<String>> {
    private static final String TOKEN = "HOLDFAST_TOKEN";
    private static final String FILE = "HOLDFAST_TOKEN_FILE";
    private static final String INSIDE = "HOLDFAST_SERVER_TOKEN";

    private final Map<String, String> environment;
    private final @Nullable String file;

    /** @param file as the command line names it; null if it does not */
    Credential(Map<String, String> environment, @Nullable String file) {
        this.environment = environment;
        this.file = file == null ? blankAsNull(environment.get(FILE)) : file;
    }

    private static @Nullable String blankAsNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    @Override
    public Optional<String> get() {
        return file == null ? fromEnvironment() : Optional.of(read(file));
    }

    private Optional<String> fromEnvironment() {
        return Optional.ofNullable(blankAsNull(environment.get(INSIDE)))
                .or(() ->
                        Optional.ofNullable(blankAsNull(environment.get(TOKEN)))
                                .filter(token -> !isFencingToken(token)))
                .map(String::strip);
    }

    /** One for each lock. */
    private static boolean isFencingToken(String text) {
        return text.chars().allMatch(c -> Character.isDigit(c) || Character.isWhitespace(c));
    }

    private static String read(String file) {
        try {
            String token = Files.readString(Path.of(file)).strip();
            if (!token.isEmpty()) {
                return token;
            }
        } catch (IOException | InvalidPathException e) {
            throw new InvalidRequestException("the token file " + file + " cannot be read: " + e);
        }
        throw new InvalidRequestException("the token file " + file + " is empty");
    }

    /** What a command under a lock finds the same credential by. */
    Map<String, String> surroundings() {
        if (file != null) {
            return Map.of(FILE, Path.of(file).toAbsolutePath().toString());
        }
        return fromEnvironment().map(token -> Map.of(INSIDE, token)).orElse(Map.of());
    }
}
