package holdfast.access;

import holdfast.json.JsonObject;
import java.time.Instant;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** What is shown of a token, and read again where it was shown: all that is known of it, without what makes it work. */
public final class TokenFields {
    private static final String ID = "token_id";

    private TokenFields() {}

    /** @param now tells whether it can still be used */
    public static void write(JsonGenerator json, TokenRecord token, Instant now) {
        json.writeStringProperty(ID, token.id());
        json.writeStringProperty("name", token.name());
        json.writeStringProperty("state", token.state(now).name().toLowerCase(Locale.ROOT));
        TokenJson.writeRest(json, token);
    }

    /** @throws IllegalArgumentException if this is no token */
    public static TokenRecord read(JsonObject json) {
        return TokenJson.record(json, ID);
    }
}
