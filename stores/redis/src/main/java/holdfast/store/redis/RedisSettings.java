package holdfast.store.redis;

import holdfast.model.InvalidRequestException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How a Redis store behaves, beside where it is. In an address these stand behind the {@code ?}.
 *
 * @param keyPrefix what every key begins with
 * @param timeout how long an answer may take
 * @param replicas how many replicas a master has, of which most must confirm before anything is told; 0 not to wait for them
 * @param eviction what to do about a server that may evict keys
 * @param events which channels hear of locks beside the engines
 */
public record RedisSettings(
        String keyPrefix, Duration timeout, int replicas, Eviction eviction, Events events) {
    static final Set<String> KEYS =
            Set.of("prefix", "timeout", "replicas", "evicting", "profile", "master");
    static final String ATLANTIS_PREFIX = "atlantis:enhanced:lock:";
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** A server that is short of memory may throw keys away, and locks with them. */
    public enum Eviction {
        REFUSED,
        ACCEPTED
    }

    /** Who hears of locks by channels. */
    public enum Events {
        NONE,
        /** {@code atlantis:lock:acquired} and so on. */
        ATLANTIS
    }

    public RedisSettings {
        if (keyPrefix.isBlank() || keyPrefix.contains("{") || keyPrefix.contains("}")) {
            throw new InvalidRequestException(
                    "the key prefix '"
                            + keyPrefix
                            + "' cannot be used: write some text without braces, as in prefix=holdfast:");
        }
        if (!timeout.isPositive()) {
            throw new InvalidRequestException("a timeout of " + timeout + " is not positive");
        }
        if (replicas < 0) {
            throw new InvalidRequestException("there are no " + replicas + " replicas");
        }
    }

    public static RedisSettings defaults() {
        return new RedisSettings("holdfast:", TIMEOUT, 0, Eviction.REFUSED, Events.NONE);
    }

    /** The settings of an address. One that is unknown is an error: a misspelt timeout must not be ignored. */
    static RedisSettings from(Map<String, String> values) {
        var unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw new InvalidRequestException(
                    "unknown settings " + unknown + ": there are " + new TreeSet<>(KEYS));
        }
        boolean atlantis = isAtlantis(values.getOrDefault("profile", "holdfast"));
        return new RedisSettings(
                values.getOrDefault("prefix", atlantis ? ATLANTIS_PREFIX : defaults().keyPrefix()),
                timeout(values.get("timeout")),
                number("replicas", values.getOrDefault("replicas", "0")),
                eviction(values.getOrDefault("evicting", "refuse")),
                atlantis ? Events.ATLANTIS : Events.NONE);
    }

    private static boolean isAtlantis(String profile) {
        return switch (profile) {
            case "holdfast" -> false;
            case "atlantis" -> true;
            default ->
                    throw new InvalidRequestException(
                            "profile=" + profile + " is neither holdfast nor atlantis");
        };
    }

    private static Eviction eviction(String word) {
        return switch (word) {
            case "refuse" -> Eviction.REFUSED;
            case "accept" -> Eviction.ACCEPTED;
            default ->
                    throw new InvalidRequestException(
                            "evicting=" + word + " is neither refuse nor accept");
        };
    }

    private static Duration timeout(@Nullable String text) {
        if (text == null) {
            return TIMEOUT;
        }
        if (text.endsWith("ms")) {
            return Duration.ofMillis(number("timeout", text.substring(0, text.length() - 2)));
        }
        if (text.endsWith("s")) {
            return Duration.ofSeconds(number("timeout", text.substring(0, text.length() - 1)));
        }
        throw new InvalidRequestException("timeout=" + text + " has no unit: write 500ms or 3s");
    }

    private static int number(String key, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new InvalidRequestException(key + "=" + text + " is not a number");
        }
    }
}
