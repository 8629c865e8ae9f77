package holdfast.cli;

import holdfast.model.InvalidRequestException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * The user's own settings, in {@code holdfast/config.properties} below {@code $XDG_CONFIG_HOME} or {@code ~/.config}. What they say goes after
 * what a command or the environment says.
 *
 * @param file where they were looked for; empty if there is no such place
 */
record Configuration(Optional<Path> file, Map<String, String> settings) {
    private static final String STORE = "store";
    private static final Set<String> KEYS =
            new TreeSet<>(Set.of(STORE, "ca_file", "client_cert", "client_key"));

    static Configuration of(Map<String, String> environment) {
        Optional<Path> file =
                directory(environment).map(path -> path.resolve("holdfast/config.properties"));
        return new Configuration(file, file.map(Configuration::in).orElse(Map.of()));
    }

    /** Where locks are kept. */
    Optional<String> store() {
        return Optional.ofNullable(settings.get(STORE));
    }

    /** Settings hold in every directory, and so must the name of a file. */
    Optional<Path> file(String setting) {
        return Optional.ofNullable(settings.get(setting))
                .map(name -> {
                    Path named = Path.of(name);
                    if (!named.isAbsolute()) {
                        throw new InvalidRequestException(
                                file.orElseThrow()
                                        + " names the file "
                                        + name
                                        + ", which depends on the directory: write all of its path");
                    }
                    return named;
                });
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

    private static Map<String, String> in(Path file) {
        var values = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            values.load(reader);
        } catch (NoSuchFileException e) {
            return Map.of();
        } catch (IOException | IllegalArgumentException e) {
            throw new InvalidRequestException("cannot read " + file + ": " + e);
        }
        // A misspelt setting must not be ignored.
        var unknown = new TreeSet<>(values.stringPropertyNames());
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw new InvalidRequestException(
                    file + " has settings that are unknown: " + unknown + "; known are " + KEYS);
        }
        var said = new HashMap<String, String>();
        for (String key : values.stringPropertyNames()) {
            String value = values.getProperty(key);
            if (!value.isBlank()) {
                said.put(key, value);
            }
        }
        return said;
    }
}
