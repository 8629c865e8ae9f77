package holdfast.terraform;

import holdfast.state.Words;
import java.io.StringWriter;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What Terraform says of a lock, by the names of its protocol. */
record LockInfo(
        String id,
        String operation,
        String info,
        String who,
        String version,
        String created,
        String path) {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Pattern TIME =
            Pattern.compile(
                    "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)");
    private static final String PLAN = "OperationTypePlan";

    /** @throws BadRequest if it is none, or has no id */
    static LockInfo parse(byte[] body) {
        var texts = new HashMap<String, String>();
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new BadRequest("the body is not the JSON object of a lock");
            }
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                if (json.nextToken() == JsonToken.VALUE_STRING) {
                    texts.put(name, json.getString());
                } else {
                    json.skipChildren();
                }
            }
        } catch (JacksonException e) {
            throw new BadRequest("the body is not JSON: " + e.getOriginalMessage());
        }
        var lock =
                new LockInfo(
                        texts.getOrDefault("ID", ""),
                        texts.getOrDefault("Operation", ""),
                        texts.getOrDefault("Info", ""),
                        texts.getOrDefault("Who", ""),
                        texts.getOrDefault("Version", ""),
                        texts.getOrDefault("Created", ""),
                        texts.getOrDefault("Path", ""));
        if (lock.id.isBlank()) {
            throw new BadRequest("the lock has no ID");
        }
        return lock;
    }

    boolean isPlan() {
        return operation.equals(PLAN);
    }

    /** OpenTofu's force-unlock names the lock to take away, and nothing about itself. */
    boolean isIdOnly() {
        return operation.isEmpty() && who.isEmpty() && version.isEmpty();
    }

    LockInfo saying(String text) {
        return new LockInfo(id, operation, text, who, version, created, path);
    }

    /** The metadata of a hold from which the same can be told again. */
    Map<String, String> toMetadata() {
        return Map.of(
                "terraform_id", Words.fit(id),
                "operation", Words.fit(operation),
                "info", Words.fit(info),
                "who", Words.fit(who),
                "terraform_version", Words.fit(version),
                "created", Words.fit(created),
                "path", Words.fit(path));
    }

    static LockInfo ofMetadata(Map<String, String> metadata) {
        return new LockInfo(
                metadata.getOrDefault("terraform_id", ""),
                metadata.getOrDefault("operation", ""),
                metadata.getOrDefault("info", ""),
                metadata.getOrDefault("who", ""),
                metadata.getOrDefault("terraform_version", ""),
                metadata.getOrDefault("created", ""),
                metadata.getOrDefault("path", ""));
    }

    /** With a time that every client can read: one that it cannot would hide all the rest. */
    LockInfo createdAtOr(Instant fallback) {
        return isReadable(created)
                ? this
                : new LockInfo(id, operation, info, who, version, fallback.toString(), path);
    }

    /** Java reads some forms that Go does not. */
    private static boolean isReadable(String time) {
        try {
            OffsetDateTime.parse(time);
            return TIME.matcher(time).matches();
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    String toJson() {
        var text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("ID", id);
            json.writeStringProperty("Operation", operation);
            json.writeStringProperty("Info", info);
            json.writeStringProperty("Who", who);
            json.writeStringProperty("Version", version);
            json.writeStringProperty("Created", created);
            json.writeStringProperty("Path", path);
            json.writeEndObject();
        }
        return text.toString();
    }
}
