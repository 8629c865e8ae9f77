package holdfast.audit;

import holdfast.json.JsonObject;
import holdfast.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * One line of the trail: what happened, whose trail it is, its number in it, the hash of the line before, and at its very end the hash of all
 * of that. Whoever changes a byte of it changes its hash, and the next line names the old one.
 *
 * @param text the whole line, without its end
 */
record AuditLine(String text, String server, long number, String previous, String hash) {
    /** What the first line names as the hash before it. */
    static final String NOTHING_BEFORE = "0".repeat(64);

    private static final String HASH_START = ",\"hash\":\"";
    private static final String HASH_END = "\"}";
    private static final int HASH_LENGTH = 64;
    private static final int HASH_PART = HASH_START.length() + HASH_LENGTH + HASH_END.length();
    private static final String NUMBER_START = ",\"seq\":";
    private static final String PREVIOUS_START = ",\"prev\":\"";

    static AuditLine write(AuditEvent event, String server, long number, String previous) {
        return of(draft(event, server), server, new ChainEnd(number - 1, previous));
    }

    /** All that can be said before its place in the chain is known, up to where that goes on. */
    static String draft(AuditEvent event, String server) {
        String open =
                JsonText.object(json -> {
                    json.writeStringProperty("timestamp", event.timestamp().toString());
                    json.writeStringProperty("level", event.level().name());
                    json.writeStringProperty("event", event.event());
                    if (event.lockKey() != null) {
                        json.writeStringProperty("lock_key", event.lockKey());
                    }
                    if (event.lockId() != null) {
                        json.writeStringProperty("lock_id", event.lockId());
                    }
                    if (event.lockedBy() != null) {
                        json.writeStringProperty("locked_by", event.lockedBy());
                    }
                    JsonText.texts(json, "metadata", event.metadata());
                    if (event.lasted() != null) {
                        json.writeNumberProperty("duration_seconds", event.lasted().toSeconds());
                    }
                    json.writeStringProperty("server", server);
                });
        return open.substring(0, open.length() - 1);
    }

    /** @param before where the chain ended */
    static AuditLine of(String draft, String server, ChainEnd before) {
        long number = before.number() + 1;
        String hashed = draft + NUMBER_START + number + PREVIOUS_START + before.hash() + "\"";
        String hash = sha256(hashed);
        return new AuditLine(
                hashed + HASH_START + hash + HASH_END, server, number, before.hash(), hash);
    }

    /** Empty if the line is not what was once written. */
    static Optional<AuditLine> read(String text) {
        return hashOf(text).flatMap(hash -> parsed(text, hash));
    }

    /** As {@link #read}, for a line of this server's own: only where it has its place in the chain is looked at. */
    static Optional<AuditLine> readOwn(String text, String server) {
        return hashOf(text)
                .flatMap(hash -> {
                    int hashed = text.length() - HASH_PART;
                    int previous = hashed - 1 - HASH_LENGTH;
                    int number = previous - PREVIOUS_START.length();
                    int digits = text.lastIndexOf(NUMBER_START, number) + NUMBER_START.length();
                    return text.startsWith(PREVIOUS_START, number) && digits < number
                            ? Optional.of(
                                    new AuditLine(
                                            text,
                                            server,
                                            Long.parseLong(text, digits, number, 10),
                                            text.substring(previous, hashed - 1),
                                            hash))
                            : parsed(text, hash);
                });
    }

    /** The hash at its end, if it is that of the rest. */
    private static Optional<String> hashOf(String text) {
        int hashed = text.length() - HASH_PART;
        if (hashed <= 0 || !text.startsWith(HASH_START, hashed) || !text.endsWith(HASH_END)) {
            return Optional.empty();
        }
        int start = hashed + HASH_START.length();
        String hash = text.substring(start, start + HASH_LENGTH);
        return sha256(text.substring(0, hashed)).equals(hash)
                ? Optional.of(hash)
                : Optional.empty();
    }

    private static Optional<AuditLine> parsed(String text, String hash) {
        try {
            JsonObject json = JsonObject.parse(text);
            return Optional.of(
                    new AuditLine(
                            text,
                            json.text("server"),
                            json.number("seq"),
                            json.text("prev"),
                            hash));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    JsonObject json() {
        return JsonObject.parse(text);
    }

    static String sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
