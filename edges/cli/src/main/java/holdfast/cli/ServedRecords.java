package holdfast.cli;

import holdfast.access.Grant;
import holdfast.access.TokenFields;
import holdfast.access.TokenRecord;
import holdfast.access.Tokens;
import holdfast.audit.AuditQuery;
import holdfast.audit.AuditVerification;
import holdfast.json.JsonObject;
import holdfast.json.JsonText;
import holdfast.model.Prefix;
import holdfast.notify.DeadLetters;
import holdfast.store.StoreException;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** At servers, which are left in the end. */
final class ServedRecords implements Records {
    private static final String TOKENS = "/v1/tokens";
    private static final String WEBHOOKS = "/v1/webhooks/";
    private static final String LETTERS = "/dead-letters/";
    private static final int MILLIS_DIGITS = 3;

    private final Desk desk;

    ServedRecords(Desk desk) {
        this.desk = desk;
    }

    @Override
    public NewToken createToken(Tokens.Wish wish) {
        // An answer that is lost on its way must not leave a token behind that nobody knows.
        String request = UUID.randomUUID().toString();
        String answer =
                there(
                        desk.postUntilAnswered(
                                TOKENS,
                                JsonText.object(json -> {
                                    json.writeStringProperty("request_id", request);
                                    write(json, wish);
                                })));
        return read(answer, json -> new NewToken(json.text("token"), TokenFields.read(json)));
    }

    private static void write(JsonGenerator json, Tokens.Wish wish) {
        json.writeStringProperty("name", wish.name());
        json.writeArrayPropertyStart("grants");
        wish.grants().forEach(grant -> write(json, grant));
        json.writeEndArray();
        json.writeStringProperty("by", wish.createdBy());
        if (wish.expiresAfter() != null) {
            json.writeName("expires_after_seconds");
            json.writeNumber(BigDecimal.valueOf(wish.expiresAfter().toMillis(), MILLIS_DIGITS));
        }
    }

    private static void write(JsonGenerator json, Grant grant) {
        json.writeStartObject();
        json.writeStringProperty("role", grant.role().word());
        json.writeArrayPropertyStart("prefixes");
        grant.prefixes().stream().map(Prefix::toString).sorted().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    @Override
    public List<TokenRecord> tokens() {
        return read(
                there(desk.get(TOKENS, Map.of())),
                json -> json.objects("tokens").stream().map(TokenFields::read).toList());
    }

    @Override
    public Optional<TokenRecord> revokeToken(String id, String by) {
        return desk.delete(TOKENS + "/" + encoded(id), Map.of("by", by))
                .map(answer -> read(answer, TokenFields::read));
    }

    @Override
    public List<AuditQuery.Found> audit(AuditQuery query) {
        var wanted = new LinkedHashMap<String, String>();
        put(wanted, "lock", query.lock());
        put(wanted, "event", query.event());
        put(wanted, "by", query.by());
        put(wanted, "since", query.since());
        put(wanted, "until", query.until());
        put(wanted, "limit", query.limit());
        String answer = there(desk.get("/v1/audit", wanted));
        return JsonItems.of(answer, "lines").stream()
                .map(line -> read(line, json -> found(line, json)))
                .toList();
    }

    private static AuditQuery.Found found(String line, JsonObject json) {
        return new AuditQuery.Found(Instant.parse(json.text("timestamp")), line, json);
    }

    private static void put(Map<String, String> query, String name, @Nullable Object value) {
        if (value != null) {
            query.put(name, value.toString());
        }
    }

    @Override
    public List<AuditVerification.Chain> verifyAudit() {
        return read(
                there(desk.get("/v1/audit/verification", Map.of())),
                json -> json.objects("chains").stream().map(ServedRecords::chain).toList());
    }

    private static AuditVerification.Chain chain(JsonObject json) {
        return new AuditVerification.Chain(
                json.text("source"),
                json.text("server"),
                json.number("first"),
                json.number("last"),
                json.number("lines"),
                json.strings("problems"));
    }

    @Override
    public List<DeadLetters.DeadLetter> deadLetters(int limit) {
        return read(
                there(
                        desk.get(
                                "/v1/webhooks/dead-letters",
                                Map.of("limit", Integer.toString(limit)))),
                json -> json.objects("dead_letters").stream().map(ServedRecords::letter).toList());
    }

    /** What it says is not shown. */
    private static DeadLetters.DeadLetter letter(JsonObject json) {
        return new DeadLetters.DeadLetter(
                json.text("letter_id"),
                json.text("webhook"),
                json.text("event"),
                Instant.parse(json.text("given_up_at")),
                Math.toIntExact(json.number("attempts")),
                json.text("why"),
                "");
    }

    @Override
    public boolean resend(String webhook, String letter) {
        return desk.post(pathOf(webhook, letter) + "/resend", "{}").isPresent();
    }

    @Override
    public boolean forget(String webhook, String letter) {
        return desk.delete(pathOf(webhook, letter), Map.of()).isPresent();
    }

    private static String pathOf(String webhook, String letter) {
        return WEBHOOKS + encoded(webhook) + LETTERS + encoded(letter);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String there(Optional<String> answer) {
        return answer.orElseThrow(() ->
                new StoreException.Unavailable("the server keeps nothing of that kind", null));
    }

    private static <T> T read(String answer, Function<JsonObject, T> reading) {
        try {
            return reading.apply(JsonObject.parse(answer));
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new StoreException.Corrupted(
                    "the server's answer cannot be read: " + e.getMessage(), null);
        }
    }

    @Override
    public void close() {
        desk.close();
    }
}
