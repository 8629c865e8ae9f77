package holdfast.server.config;

import holdfast.model.InvalidRequestException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads YAML into names with dots. */
final class ConfigFile {
    private ConfigFile() {}

    /** A list becomes a text with commas. */
    static Map<String, String> read(Path file) {
        try {
            return parse(Files.readString(file), file.toString());
        } catch (NoSuchFileException e) {
            throw new InvalidRequestException("there is no file '" + file + "'");
        } catch (MalformedInputException e) {
            throw new InvalidRequestException("'" + file + "' is not UTF-8");
        } catch (IOException e) {
            throw new InvalidRequestException("'" + file + "' cannot be read: " + e.getMessage());
        }
    }

    static Map<String, String> parse(String yaml, String name) {
        var settings =
                LoadSettings.builder()
                        .setLabel(name)
                        .setAllowDuplicateKeys(false)
                        .setMaxAliasesForCollections(0)
                        .build();
        Object content;
        try {
            content = new Load(settings).loadFromString(yaml);
        } catch (YamlEngineException e) {
            throw new InvalidRequestException(name + " is not YAML: " + e.getMessage());
        }
        var values = new TreeMap<String, String>();
        if (content instanceof Map<?, ?> map) {
            flatten("", map, values);
        } else if (content != null) {
            throw new InvalidRequestException(name + " has no keys at its top");
        }
        return values;
    }

    private static void flatten(String above, Map<?, ?> map, Map<String, String> values) {
        map.forEach((key, value) -> {
            String name = above + key;
            switch (value) {
                case null -> values.put(name, "");
                case Map<?, ?> below -> flatten(name + ".", below, values);
                case List<?> items ->
                        values.put(
                                name,
                                items.stream()
                                        .map(item -> scalar(name, item))
                                        .collect(Collectors.joining(",")));
                default -> values.put(name, scalar(name, value));
            }
        });
    }

    private static String scalar(String name, @Nullable Object value) {
        if (value instanceof Map<?, ?> || value instanceof List<?>) {
            throw new InvalidRequestException("'" + name + "' is nested too deep");
        }
        return Optional.ofNullable(value).map(String::valueOf).orElse("");
    }
}
