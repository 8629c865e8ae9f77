package holdfast.cli;

import holdfast.model.InvalidRequestException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * The user's own settings, in {@code holdfast/config.properties} below {@code $XDG_CONFIG_HOME} or {@code ~/.config}.
 *
 * @param file where they were looked for; empty if there is no such place
 * @param store where locks are kept, unless a command or the environment says otherwise
 */
record Configuration(Optional<Path> file, Optional<String> store) {
    private static final String STORE = "store";
    private static final Set<String> KEYS = Set.of(STORE);

    static Configuration of(Map<String, String> environment) {
        Optional<Path> file =
                directory(environment).map(path -> path.resolve("holdfast/config.properties"));
        return new Configuration(file, file.flatMap(Configuration::storeIn));
    }

    private static Optional<Path> directory(Map<String, String> environment) {
        // A relative path is to be ignored, says the XDG Base Directory Specification.
        return absolute(environment, "XDG_CONFIG_HOME")
                .or(() -> absolute(environment, "HOME").map(home -> home.resolve(".config")));
    }

    private static Optional<Path> absolute(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .filter(Path::isAbsolute);
    }

    private static Optional<String> storeIn(Path file) {
        var values = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            values.load(reader);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            throw new InvalidRequestException("cannot read " + file + ": " + e);
        }
        // A misspelt setting must not be ignored.
        var unknown = new TreeSet<>(values.stringPropertyNames());
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw new InvalidRequestException(
                    file + " has settings that are unknown: " + unknown + "; known is " + KEYS);
        }
        return Optional.ofNullable(values.getProperty(STORE)).filter(text -> !text.isBlank());
    }
}
