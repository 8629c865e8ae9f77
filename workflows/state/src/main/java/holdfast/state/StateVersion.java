package holdfast.state;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One version of a state, as it was saved. Its body is never touched again.
 *
 * @param id sorts by time, and no two versions have the same
 * @param previous the version before it, null for the first
 * @param token of the lock
 * @param path what of the state the lock covered
 * @param operation what made it: save, restore, apply
 * @param facts what else is known: serial, lineage, deployment_id, restored_from, alarms
 */
public record StateVersion(
        String id,
        long number,
        @Nullable String previous,
        Instant at,
        String by,
        String lock,
        String client,
        long token,
        String path,
        String operation,
        Digest digest,
        BodyPlace body,
        Map<String, String> facts) {
    /** A fact: the digest of the body that was pushed. What is stored is another, when and by whom it was saved is in it. */
    public static final String SENT = "sent";

    /** The place from which it was taken over. */
    public static final String IMPORTED_FROM = "imported_from";

    /** Whose lock was there then. */
    public static final String ALTHOUGH_LOCKED = "although_locked";

    /** What a body is known by, as it was given; the MD5 in base64, as Terraform's protocol has it. */
    public record Digest(long size, String sha256, String md5) {}

    /** Where a body lies: the key of its first document, and how many it is in. */
    public record BodyPlace(String key, int parts) {}

    public StateVersion {
        facts = java.util.Collections.unmodifiableMap(new TreeMap<>(facts));
    }

    Map<String, @Nullable Object> toJson() {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", id);
        json.put("number", JsonNumber.of(number));
        json.put("previous", previous);
        json.put("at", at.toString());
        json.put("by", by);
        json.put("lock", lock);
        json.put("client", client);
        json.put("token", JsonNumber.of(token));
        json.put("path", path);
        json.put("operation", operation);
        json.put("size", JsonNumber.of(digest.size()));
        json.put("sha256", digest.sha256());
        json.put("md5", digest.md5());
        json.put("body", body.key());
        json.put("parts", JsonNumber.of(body.parts()));
        json.put("facts", new LinkedHashMap<String, @Nullable Object>(facts));
        return json;
    }

    /** May throw anything: see {@link SelfCheck}. */
    static StateVersion fromJson(Map<String, @Nullable Object> json) {
        var fields = new Fields(json);
        var facts = new TreeMap<String, String>();
        fields.object("facts").forEach((name, value) -> facts.put(name, String.valueOf(value)));
        return new StateVersion(
                fields.text("id"),
                fields.number("number"),
                fields.optionalText("previous"),
                fields.time("at"),
                fields.text("by"),
                fields.text("lock"),
                fields.text("client"),
                fields.number("token"),
                fields.text("path"),
                fields.text("operation"),
                new Digest(fields.number("size"), fields.text("sha256"), fields.text("md5")),
                new BodyPlace(fields.text("body"), Math.toIntExact(fields.number("parts"))),
                facts);
    }
}
