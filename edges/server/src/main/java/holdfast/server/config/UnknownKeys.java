package holdfast.server.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds what stands for no key: whoever mistypes a name must hear of it. */
final class UnknownKeys {
    private static final Pattern SERVICE_LINK =
            Pattern.compile(
                    ".*_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");
    private static final Pattern SERVICE_ADDRESS = Pattern.compile("(tcp|udp|sctp)://.+");

    /** Variables that begin like a key and are for others: keys of encryption are never in a file. */
    private static final Set<String> OF_OTHERS =
            Set.of("HOLDFAST_STATE_KEYS", "HOLDFAST_STATE_KEYS_FILE");

    private final List<ConfigKey> patterns;
    private final List<ConfigKey> keys;

    /**
     * @param patterns all that can be configured
     * @param keys the same, with names of the file in the place of each {@code *}
     */
    UnknownKeys(List<ConfigKey> patterns, List<ConfigKey> keys) {
        this.patterns = patterns;
        this.keys = keys;
    }

    /** @param place where it is written, for people */
    Optional<String> inFile(Set<String> written, String place) {
        var unknown = new TreeSet<>(written);
        keys.forEach(key -> unknown.remove(key.name()));
        return unknown.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        place
                                + " has keys that are unknown: "
                                + String.join(", ", unknown)
                                + siblings(unknown));
    }

    private String siblings(Set<String> unknown) {
        Set<String> sections =
                unknown.stream()
                        .filter(name -> name.contains("."))
                        .map(name -> name.substring(0, name.indexOf('.') + 1))
                        .collect(Collectors.toSet());
        String siblings =
                keys.stream()
                        .map(ConfigKey::name)
                        .filter(name -> sections.stream().anyMatch(name::startsWith))
                        .collect(Collectors.joining(", "));
        return siblings.isEmpty() ? "" : "; known are " + siblings;
    }

    /** One for each variable. What begins like no key is not for servers alone. */
    List<String> inEnvironment(Map<String, String> environment) {
        List<String> known = keys.stream().map(ConfigKey::variable).toList();
        Set<String> sections =
                patterns.stream().map(key -> section(key.variable())).collect(Collectors.toSet());
        return environment.keySet().stream()
                .filter(name -> sections.contains(section(name)) && isLong(name))
                .filter(name -> !known.contains(name) && !OF_OTHERS.contains(name))
                .filter(name -> !isServiceLink(name, environment.getOrDefault(name, "")))
                .sorted()
                .map(this::unknown)
                .toList();
    }

    private String unknown(String name) {
        return "the variable "
                + name
                + " stands for no key; known are "
                + patterns.stream()
                        .map(ConfigKey::variable)
                        .filter(other -> section(other).equals(section(name)))
                        .collect(Collectors.joining(", "));
    }

    /** Its first word: {@code HOLDFAST_LISTEN_} of {@code HOLDFAST_LISTEN_PORT}. */
    private static String section(String variable) {
        int end = variable.indexOf('_', ConfigKey.PREFIX.length());
        return (end < 0 ? variable : variable.substring(0, end)) + "_";
    }

    /** Whether there is more than that word. */
    private static boolean isLong(String variable) {
        return variable.length() > section(variable).length();
    }

    /** What Kubernetes tells every pod of a service beside it, such as one that is called {@code holdfast-metrics}. */
    private static boolean isServiceLink(String name, String value) {
        return SERVICE_LINK.matcher(name).matches()
                || (name.endsWith("_PORT") && SERVICE_ADDRESS.matcher(value).matches());
    }
}
