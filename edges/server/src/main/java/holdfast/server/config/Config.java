package holdfast.server.config;

import holdfast.model.InvalidRequestException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What holds for every key, and who says so. */
public final class Config {
    private static final Pattern SERVICE_LINK =
            Pattern.compile(
                    ".*_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");
    private static final Pattern SERVICE_ADDRESS = Pattern.compile("(tcp|udp|sctp)://.+");
    private static final Pattern LENGTH =
            Pattern.compile(
                    "(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]*");
    private static final Pattern PASSWORD = Pattern.compile("(://[^/@:\\s]*:)[^@\\s]+@");

    private static final String PREFIX = "HOLDFAST_";

    /** What variables begin with that are for nothing else than the configuration. */
    private static final List<String> SECTIONS =
            Stream.of(
                            "LISTEN",
                            "TLS",
                            "LIMITS",
                            "LOCKS",
                            "ENHANCED",
                            "ACCESS",
                            "AUDIT",
                            "METRICS",
                            "TRACES",
                            "WEBHOOKS",
                            "NOTIFICATIONS")
                    .map(section -> PREFIX + section + "_")
                    .toList();

    private final Map<ConfigKey, Value> values;

    /** @param source who says so, such as {@code HOLDFAST_LISTEN_PORT}; empty if nobody does */
    private record Value(String text, String source) {}

    private Config(Map<ConfigKey, Value> values) {
        this.values = values;
    }

    /**
     * @param given what goes before everything else, by the names of the keys
     * @throws InvalidRequestException if the file has an unknown key
     */
    public static Config read(
            List<ConfigKey> keys,
            Optional<Path> file,
            Map<String, String> environment,
            Map<String, String> given) {
        Map<String, String> written = file.map(ConfigFile::read).orElse(Map.of());
        List<ConfigKey> all =
                keys.stream().flatMap(key -> spelledOut(key, written.keySet())).toList();
        requireKnown(all, written, file);
        requireKnown(all, environment);
        var values = new LinkedHashMap<ConfigKey, Value>();
        for (ConfigKey key : all) {
            values.put(key, value(key, written, environment, given));
        }
        return new Config(values);
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

    private static void requireKnown(
            List<ConfigKey> keys, Map<String, String> written, Optional<Path> file) {
        var unknown = new TreeSet<>(written.keySet());
        keys.forEach(key -> unknown.remove(key.name()));
        if (!unknown.isEmpty()) {
            throw new InvalidRequestException(
                    file.map(Path::toString).orElse("the configuration")
                            + " has keys that are unknown: "
                            + String.join(", ", unknown)
                            + closest(keys, unknown.first()));
        }
    }

    /** What Kubernetes tells every pod of a service beside it, such as one that is called {@code holdfast-metrics}. */
    private static boolean isServiceLink(String name, String value) {
        return SERVICE_LINK.matcher(name).matches()
                || (name.endsWith("_PORT") && SERVICE_ADDRESS.matcher(value).matches());
    }

    /** As in the file: whoever mistypes a name must hear of it. What begins otherwise is not for servers alone. */
    private static void requireKnown(List<ConfigKey> keys, Map<String, String> environment) {
        List<String> known = keys.stream().map(ConfigKey::variable).toList();
        environment.keySet().stream()
                .filter(name -> SECTIONS.stream().anyMatch(name::startsWith))
                .filter(name -> !known.contains(name))
                .filter(name -> !isServiceLink(name, environment.getOrDefault(name, "")))
                .min(Comparator.naturalOrder())
                .ifPresent(name -> {
                    String section = name.substring(0, name.indexOf('_', PREFIX.length()) + 1);
                    throw new InvalidRequestException(
                            "the variable "
                                    + name
                                    + " stands for no key; known are "
                                    + known.stream()
                                            .filter(other -> other.startsWith(section))
                                            .collect(Collectors.joining(", ")));
                });
    }

    private static String closest(List<ConfigKey> keys, String unknown) {
        String section =
                unknown.contains(".") ? unknown.substring(0, unknown.indexOf('.') + 1) : "";
        String siblings =
                keys.stream()
                        .map(ConfigKey::name)
                        .filter(name -> !section.isEmpty() && name.startsWith(section))
                        .collect(Collectors.joining(", "));
        return siblings.isEmpty() ? "" : "; known are " + siblings;
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
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no key " + name));
    }

    private String required(String name) {
        return text(name).orElseThrow(() -> wrong(name, "is empty"));
    }

    /** With who says so, where that is not the file. */
    private InvalidRequestException wrong(String name, String what) {
        String source = value(name).source();
        String by = source.startsWith(PREFIX) ? " (" + source + ")" : "";
        return new InvalidRequestException("'" + name + "'" + by + " " + what);
    }

    public int number(String name) {
        String text = required(name);
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw wrong(name, "is not a whole number: '" + text + "'");
        }
    }

    public boolean isOn(String name) {
        return switch (required(name).toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(name, "is neither true nor false");
        };
    }

    /** Such as {@code 90s}, {@code 10m}, {@code 1h30m} or {@code 500ms}. */
    public Duration length(String name) {
        String text = required(name).strip();
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
        String text = required(name);
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
        return new Config(changed);
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
