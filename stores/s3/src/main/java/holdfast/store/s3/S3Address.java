package holdfast.store.s3;

import holdfast.model.InvalidRequestException;
import java.net.URI;
import java.net.URISyntaxException;
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
 * Where a bucket is: {@code s3://bucket[/prefix][?settings]}. Credentials are never part of it; they come from where the AWS tools
 * look for them.
 *
 * @param prefix what every key begins with, ending in a slash, or empty
 * @param endpoint of a service that is not AWS, null for AWS
 * @param region null to find it where the AWS tools look
 * @param timeout of one request
 */
public record S3Address(
        String bucket,
        String prefix,
        @Nullable URI endpoint,
        @Nullable String region,
        Encryption encryption,
        Duration timeout) {
    static final Set<String> SETTINGS =
            Set.of("endpoint", "region", "encryption", "kms-key", "timeout");
    private static final String SCHEME = "s3://";
    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** How S3 encrypts what it stores. */
    public sealed interface Encryption {
        /** As the bucket is set up. */
        record AsTheBucketSays() implements Encryption {}

        /** With keys of S3. */
        record ByS3() implements Encryption {}

        /** With a key of the key management service, its default one if null. */
        record ByKms(@Nullable String key) implements Encryption {}
    }

    public static boolean isOne(String text) {
        return text.startsWith(SCHEME);
    }

    public static S3Address parse(String text) {
        int query = text.indexOf('?');
        String place = query < 0 ? text : text.substring(0, query);
        if (!isOne(place)) {
            throw unreadable(text, "write s3://BUCKET/PREFIX");
        }
        String path = place.substring(SCHEME.length());
        int slash = path.indexOf('/');
        String bucket = slash < 0 ? path : path.substring(0, slash);
        if (!BUCKET.matcher(bucket).matches()) {
            throw unreadable(text, "'" + bucket + "' is not the name of a bucket");
        }
        Map<String, String> values = values(text, query);
        return new S3Address(
                bucket,
                prefix(text, slash < 0 ? "" : path.substring(slash + 1)),
                endpoint(text, values.get("endpoint")),
                values.get("region"),
                encryption(text, values),
                timeout(text, values.get("timeout")));
    }

    private static String prefix(String text, String path) {
        String prefix = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        if (prefix.startsWith("/") || prefix.contains("//")) {
            throw unreadable(text, "its prefix has an empty part");
        }
        return prefix.isEmpty() ? "" : prefix + "/";
    }

    private static Map<String, String> values(String text, int query) {
        var values = new LinkedHashMap<String, String>();
        String settings = query < 0 ? "" : text.substring(query + 1);
        for (String pair : settings.isEmpty() ? new String[0] : settings.split("&")) {
            int equal = pair.indexOf('=');
            if (equal < 0) {
                throw unreadable(text, "'" + pair + "' has no value");
            }
            values.put(
                    pair.substring(0, equal),
                    URLDecoder.decode(pair.substring(equal + 1), StandardCharsets.UTF_8));
        }
        var unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(SETTINGS);
        if (!unknown.isEmpty()) {
            throw unreadable(
                    text, "unknown settings " + unknown + ", known are " + new TreeSet<>(SETTINGS));
        }
        return values;
    }

    private static @Nullable URI endpoint(String text, @Nullable String value) {
        if (value == null) {
            return null;
        }
        try {
            var uri = new URI(value);
            if (uri.getHost() == null || uri.getScheme() == null) {
                throw unreadable(text, "endpoint is not a URL");
            }
            return uri;
        } catch (URISyntaxException e) {
            throw unreadable(text, "endpoint is not a URL: " + e.getReason());
        }
    }

    private static Encryption encryption(String text, Map<String, String> values) {
        String key = values.get("kms-key");
        return switch (values.getOrDefault("encryption", key == null ? "bucket" : "kms")) {
            case "bucket" -> new Encryption.AsTheBucketSays();
            case "s3" -> new Encryption.ByS3();
            case "kms" -> new Encryption.ByKms(key);
            default -> throw unreadable(text, "encryption is bucket, s3 or kms");
        };
    }

    private static Duration timeout(String text, @Nullable String value) {
        if (value == null) {
            return TIMEOUT;
        }
        try {
            Duration timeout = Duration.parse("PT" + value);
            if (timeout.isPositive()) {
                return timeout;
            }
        } catch (java.time.format.DateTimeParseException e) {
            // Said below.
        }
        throw unreadable(text, "timeout is a duration such as 10s");
    }

    private static InvalidRequestException unreadable(String text, String why) {
        return new InvalidRequestException("'" + text + "' is not the address of a bucket: " + why);
    }

    @Override
    public String toString() {
        return SCHEME + bucket + (prefix.isEmpty() ? "" : "/" + prefix);
    }
}
