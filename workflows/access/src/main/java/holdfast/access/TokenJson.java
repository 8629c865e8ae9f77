package holdfast.access;

import holdfast.json.JsonObject;
import holdfast.json.JsonText;
import holdfast.model.Prefix;
import holdfast.store.Document;
import holdfast.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** A token as it is kept in a document: what is known of it, and the hash of its secret. */
record TokenJson(TokenRecord token, byte[] hash) {
    byte[] write() {
        return JsonText.object(
                        json -> {
                            json.writeStringProperty("id", token.id());
                            json.writeStringProperty("name", token.name());
                            json.writeStringProperty("hash", HexFormat.of().formatHex(hash));
                            writeRest(json, token);
                        })
                .getBytes(StandardCharsets.UTF_8);
    }

    static void writeRest(JsonGenerator json, TokenRecord token) {
        json.writeArrayPropertyStart("grants");
        token.grants().forEach(grant -> write(json, grant));
        json.writeEndArray();
        json.writeStringProperty("created_at", token.createdAt().toString());
        json.writeStringProperty("created_by", token.createdBy());
        writeIfThere(json, "expires_at", token.expiresAt());
        writeIfThere(json, "revoked_at", token.revokedAt());
        writeIfThere(json, "revoked_by", token.revokedBy());
    }

    private static void write(JsonGenerator json, Grant grant) {
        json.writeStartObject();
        json.writeStringProperty("role", grant.role().word());
        json.writeArrayPropertyStart("prefixes");
        grant.prefixes().stream().map(Prefix::text).sorted().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeIfThere(JsonGenerator json, String name, @Nullable Object value) {
        if (value != null) {
            json.writeStringProperty(name, value.toString());
        }
    }

    static TokenJson read(Document document) {
        try {
            JsonObject json = JsonObject.parse(new String(document.body(), StandardCharsets.UTF_8));
            return new TokenJson(record(json, "id"), HexFormat.of().parseHex(json.text("hash")));
        } catch (IllegalArgumentException | java.time.DateTimeException e) {
            throw new StoreException.Corrupted(
                    "the token in '" + document.key() + "' cannot be read: " + e.getMessage(),
                    null);
        }
    }

    static TokenRecord record(JsonObject json, String id) {
        return new TokenRecord(
                json.text(id),
                json.text("name"),
                json.objects("grants").stream().map(TokenJson::grant).toList(),
                Instant.parse(json.text("created_at")),
                json.text("created_by"),
                json.optionalText("expires_at").map(Instant::parse).orElse(null),
                json.optionalText("revoked_at").map(Instant::parse).orElse(null),
                json.optionalText("revoked_by").orElse(null));
    }

    private static Grant grant(JsonObject json) {
        return new Grant(
                Role.of(json.text("role")),
                json.strings("prefixes").stream().map(Prefix::new).collect(Collectors.toSet()));
    }

    @Override
    public String toString() {
        return "token " + token.id();
    }
}
