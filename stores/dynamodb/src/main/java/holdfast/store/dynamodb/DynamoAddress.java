package holdfast.store.dynamodb;

import holdfast.model.InvalidRequestException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a DynamoDB store is: {@code dynamodb:TABLE[?region=…&endpoint=…&timeout=…&margin=…]}.
 *
 * @param table where the locks are; the queue and the rest lie in tables whose names begin with it
 * @param region null for the one that the environment or the profile names
 * @param endpoint null for that of the region
 * @param timeout how long an answer may take
 * @param margin for how long after its end a lock of another tool is still respected
 */
public record DynamoAddress(
        String table,
        @Nullable String region,
        @Nullable URI endpoint,
        Duration timeout,
        Duration margin) {
    private static final String SCHEME = "dynamodb:";
    private static final Set<String> KEYS = Set.of("region", "endpoint", "timeout", "margin");
    private static final Pattern TABLE = Pattern.compile("[A-Za-z0-9_.-]{3,240}");
    private static final Pattern REGION = Pattern.compile("[a-z0-9-]{3,40}");
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final Duration MARGIN = Duration.ofSeconds(60);

    public DynamoAddress {
        if (!TABLE.matcher(table).matches()) {
            throw new InvalidRequestException(
                    "'"
                            + table
                            + "' is not the name of a table: write dynamodb:TABLE with 3 to 240 letters, digits and _ . -");
        }
        if (region != null && !REGION.matcher(region).matches()) {
            throw new InvalidRequestException(
                    "'" + region + "' is not a region: write region=eu-central-1");
        }
        if (!timeout.isPositive() || margin.isNegative()) {
            throw new InvalidRequestException("a timeout is positive, and a margin not negative");
        }
    }

    public static DynamoAddress parse(String text) {
        if (!text.startsWith(SCHEME)) {
            throw new InvalidRequestException(
                    "'" + text + "' is not a DynamoDB address: write dynamodb:TABLE?region=REGION");
        }
        int query = text.indexOf('?');
        Map<String, String> values = values(query < 0 ? "" : text.substring(query + 1));
        var unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw new InvalidRequestException(
                    "unknown settings " + unknown + ": there are " + new TreeSet<>(KEYS));
        }
        return new DynamoAddress(
                text.substring(SCHEME.length(), query < 0 ? text.length() : query),
                values.get("region"),
                endpoint(values.get("endpoint")),
                duration("timeout", values.get("timeout"), TIMEOUT),
                duration("margin", values.get("margin"), MARGIN));
    }

    private static Map<String, String> values(String query) {
        var values = new LinkedHashMap<String, String>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&")) {
            int equal = pair.indexOf('=');
            if (equal < 1) {
                throw new InvalidRequestException(
                        "'" + pair + "' is not a setting: write key=value");
            }
            values.put(
                    pair.substring(0, equal),
                    URLDecoder.decode(pair.substring(equal + 1), StandardCharsets.UTF_8));
        }
        return values;
    }

    private static @Nullable URI endpoint(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            URI uri = URI.create(text);
            if (uri.getHost() != null && String.valueOf(uri.getScheme()).startsWith("http")) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new InvalidRequestException(
                "endpoint=" + text + " is not a URL: write endpoint=http://HOST:PORT");
    }

    private static Duration duration(String key, @Nullable String text, Duration usual) {
        if (text == null) {
            return usual;
        }
        try {
            if (text.endsWith("ms")) {
                return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
            }
            if (text.endsWith("s")) {
                return Duration.ofSeconds(Long.parseLong(text.substring(0, text.length() - 1)));
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new InvalidRequestException(key + "=" + text + " is not a time: write 500ms or 3s");
    }

    /** Waiters, and nothing else, so that who waits is found by reading little. */
    String queueTable() {
        return table + "-queue";
    }

    /** How requests ended, freezes, audit, notices and documents. */
    String recordsTable() {
        return table + "-records";
    }

    @Override
    public String toString() {
        return SCHEME
                + table
                + (region == null ? "" : " in " + region)
                + (endpoint == null ? "" : " at " + endpoint);
    }
}
