package holdfast.server;

import holdfast.model.InvalidRequestException;
import holdfast.model.StoreTime;
import holdfast.store.Document;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a request that bears a name, as a document.
 *
 * @param at the store's time at which this was written
 * @param body a digest of what the request said
 * @param note what its first copy left behind before it began; empty once it is answered
 */
record KeptAnswer(StoreTime at, String body, String note, Optional<Reply> reply) {
    static KeptAnswer begun(StoreTime at, String body, String note) {
        return new KeptAnswer(at, body, note, Optional.empty());
    }

    static KeptAnswer answered(StoreTime at, String body, Reply reply) {
        return new KeptAnswer(at, body, "", Optional.of(reply));
    }

    boolean isOld(StoreTime now) {
        // A clock that went back does not keep it for longer.
        return at.until(now).abs().compareTo(SharedAnswers.KEPT_FOR) >= 0;
    }

    byte[] write() {
        return Json.object(json -> {
            json.writeNumberProperty("at_micros", at.micros());
            json.writeStringProperty("request_digest", body);
            json.writeStringProperty("note", note);
            reply.ifPresent(answer -> {
                json.writeNumberProperty("status", answer.status());
                json.writeStringProperty("media_type", answer.mediaType());
                json.writeStringProperty("answer", answer.text());
                Json.map(json, "headers", answer.headers());
            });
        });
    }

    /** What nobody can read is as good as forgotten. */
    static KeptAnswer read(Document document) {
        try {
            return of(JsonText.object(document.body()));
        } catch (InvalidRequestException | ClassCastException e) {
            return begun(new StoreTime(0), "", "");
        }
    }

    private static KeptAnswer of(Map<String, @Nullable Object> fields) {
        var at = new StoreTime(Math.multiplyExact(number(fields, "at_micros"), 1_000L));
        Optional<Reply> reply =
                fields.get("status") == null
                        ? Optional.empty()
                        : Optional.of(
                                new Reply(
                                        (int) number(fields, "status"),
                                        text(fields, "media_type"),
                                        text(fields, "answer").getBytes(StandardCharsets.UTF_8),
                                        texts(fields.get("headers"))));
        return new KeptAnswer(at, text(fields, "request_digest"), text(fields, "note"), reply);
    }

    private static long number(Map<String, @Nullable Object> fields, String name) {
        return fields.get(name) instanceof BigDecimal number ? number.longValue() : 0;
    }

    private static String text(Map<String, @Nullable Object> fields, String name) {
        return fields.get(name) instanceof String text ? text : "";
    }

    private static Map<String, String> texts(@Nullable Object value) {
        Map<String, String> texts = new HashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, text) -> texts.put(String.valueOf(key), String.valueOf(text)));
        }
        return texts;
    }
}
