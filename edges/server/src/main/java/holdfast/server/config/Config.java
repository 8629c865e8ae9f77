package holdfast.server.config;

import holdfast.model.InvalidRequestException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What holds for every key, and who says so. */
public final class Config {
    private static final Pattern LENGTH =
            Pattern.compile(
                    "(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]*");
    private static final Pattern PASSWORD = Pattern.compile("(://[^/@:\\s]*:)[^@\\s]+@");

    private final Map<ConfigKey, Value> values;

    /** Null if the first mistake ends the reading. */
    private final @Nullable Mistakes mistakes;

    /** @param source who says so, such as {@code HOLDFAST_LISTEN_PORT}; empty if nobody does */
    private record Value(String text, String source) {}

    private Config(Map<ConfigKey, Value> values, @Nullable Mistakes mistakes) {
        this.values = values;
        this.mistakes = mistakes;
    }

    /**
     * @param given what goes before everything else, by the names of the keys
     * @throws InvalidRequestException if there is an unknown key
     */
    public static Config read(
            List<ConfigKey> keys,
            Optional<Path> file,
            Map<String, String> environment,
            Map<String, String> given) {
        return draft(keys, file, environment, given).good();
    }

    /** To look for mistakes in it: they are collected, and the usual goes on in the place of what is wrong. */
    public static Config draft(
            List<ConfigKey> keys,
            Optional<Path> file,
            Map<String, String> environment,
            Map<String, String> given) {
        Map<String, String> written = file.map(ConfigFile::read).orElse(Map.of());
        List<ConfigKey> all =
                keys.stream().flatMap(key -> spelledOut(key, written.keySet())).toList();
        var mistakes = new Mistakes();
        var unknown = new UnknownKeys(keys, all);
        unknown.inFile(written.keySet(), file.map(Path::toString).orElse("the configuration"))
                .ifPresent(mistakes::add);
        unknown.inEnvironment(environment).forEach(mistakes::add);
        var values = new LinkedHashMap<ConfigKey, Value>();
        for (ConfigKey key : all) {
            values.put(key, value(key, written, environment, given));
        }
        return new Config(values, mistakes);
    }

    /**
     * No draft any more: the first mistake that is met from now on is thrown.
     *
     * @throws InvalidRequestException if some were found before
     */
    public Config good() {
        mistakes().tell();
        return new Config(values, null);
    }

    /** What was found to be wrong so far, in a draft. */
    public Mistakes mistakes() {
        return mistakes == null ? new Mistakes() : mistakes;
    }

    /** One key for each name that the file gives in the place of a {@code *}. */
    private static Stream<ConfigKey> spelledOut(ConfigKey key, Set<String> written) {
        int star = key.name().indexOf('*');
        return star < 0
                ? Stream.of(key)
                : namesBelow(key.name().substring(0, star), written.stream())
                        .flatMap(name -> spelledOut(key.named(name), written));
    }

    private static Stream<String> namesBelow(String above, Stream<String> names) {
        return names.filter(name -> name.startsWith(above))
                .map(name -> name.substring(above.length()).split("\\.", 2)[0])
                .filter(name -> NAME.matcher(name).matches())
                .distinct()
                .sorted();
    }

    /** The names that the file gives below a key, such as those of webhooks. */
    public List<String> names(String above) {
        return namesBelow(above + ".", values.keySet().stream().map(ConfigKey::name)).toList();
    }

    /** The items of a list; none if it is empty. */
    public List<String> list(String name) {
        return text(name).stream()
                .flatMap(text -> Stream.of(text.split(",")))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    private static Value value(
            ConfigKey key,
            Map<String, String> written,
            Map<String, String> environment,
            Map<String, String> given) {
        String option = given.get(key.name());
        if (option != null) {
            return new Value(option, "command line");
        }
        String variable = environment.get(key.variable());
        if (variable != null && !variable.isBlank()) {
            return new Value(variable, key.variable());
        }
        String line = written.get(key.name());
        return line == null ? new Value(key.usual(), "") : new Value(line, "file");
    }

    /** Empty if it has no value. */
    public Optional<String> text(String name) {
        return Optional.of(value(name).text()).filter(text -> !text.isBlank());
    }

    /** Whether somebody says so, other than the table of defaults. */
    public boolean isSaid(String name) {
        return !value(name).source().isEmpty();
    }

    private Value value(String name) {
        return entry(name).getValue();
    }

    private Map.Entry<ConfigKey, Value> entry(String name) {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no key " + name));
    }

    /** What the text says, or in a draft what it usually says. */
    private <T> T parsed(String name, Function<String, T> parse) {
        try {
            return parse.apply(text(name).orElseThrow(() -> wrong(name, "is empty")));
        } catch (InvalidRequestException e) {
            if (mistakes == null) {
                throw e;
            }
            mistakes.add(String.valueOf(e.getMessage()));
            return parse.apply(entry(name).getKey().usual());
        }
    }

    /** With who says so, where that is not the file. */
    private InvalidRequestException wrong(String name, String what) {
        String source = value(name).source();
        String by = source.startsWith(ConfigKey.PREFIX) ? " (" + source + ")" : "";
        return new InvalidRequestException("'" + name + "'" + by + " " + what);
    }

    public int number(String name) {
        return parsed(
                name,
                text -> {
                    try {
                        return Integer.parseInt(text.strip());
                    } catch (NumberFormatException e) {
                        throw wrong(name, "is not a whole number: '" + text + "'");
                    }
                });
    }

    public boolean isOn(String name) {
        return parsed(
                name,
                text ->
                        switch (text.toLowerCase(Locale.ROOT)) {
                            case "true" -> true;
                            case "false" -> false;
                            default -> throw wrong(name, "is neither true nor false");
                        });
    }

    /** Such as {@code 90s}, {@code 10m}, {@code 1h30m} or {@code 500ms}. */
    public Duration length(String name) {
        return parsed(name, text -> length(name, text.strip()));
    }

    private Duration length(String name, String text) {
        Matcher match = LENGTH.matcher(text);
        if (!match.matches()) {
            throw wrong(
                    name,
                    "is not a length of time: write 90s, 10m, 1h30m or 500ms, not '" + text + "'");
        }
        return Duration.ofDays(part(match.group(1)))
                .plusHours(part(match.group(2)))
                .plusMinutes(part(match.group(3)))
                .plusSeconds(part(match.group(4)))
                .plusMillis(part(match.group(5)));
    }

    private static long part(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    public <E extends Enum<E>> E word(String name, Class<E> type) {
        return parsed(name, text -> word(name, text, type));
    }

    private <E extends Enum<E>> E word(String name, String text, Class<E> type) {
        return Stream.of(type.getEnumConstants())
                .filter(word -> word.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() ->
                        wrong(
                                name,
                                "is one of "
                                        + Stream.of(type.getEnumConstants())
                                                .map(word -> word.name().toLowerCase(Locale.ROOT))
                                                .collect(Collectors.joining(", "))));
    }

    /** With this for a key of which nobody says anything. */
    Config unlessSaid(String name, String text, String source) {
        var changed = new LinkedHashMap<>(values);
        changed.replaceAll((key, value) ->
                key.name().equals(name) && value.source().isEmpty()
                        ? new Value(text, source)
                        : value);
        return new Config(changed, mistakes);
    }

    /** As YAML, with who says what, and without secrets. */
    public String shown() {
        var lines = new ArrayList<String>();
        values.forEach((key, value) ->
                lines.add(
                        "%-38s # %s%s"
                                .formatted(
                                        key.name() + ": " + visible(key, value),
                                        value.source().isEmpty()
                                                ? "default"
                                                : "by " + value.source(),
                                        key.meaning().isEmpty() ? "" : "; " + key.meaning())
                                .stripTrailing()));
        return String.join("\n", lines) + "\n";
    }

    private static String visible(ConfigKey key, Value value) {
        if (value.text().isEmpty()) {
            return "\"\"";
        }
        return key.shown() == ConfigKey.Shown.HIDDEN
                ? "(hidden)"
                : PASSWORD.matcher(value.text()).replaceAll("$1(hidden)@");
    }
}
