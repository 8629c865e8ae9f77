package holdfast.access;

import holdfast.json.JsonText;
import holdfast.store.DocumentStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * When tokens were made and revoked, and by whom, as lines of an audit trail: the only trace of what was done on the store without a server. They
 * are made of what is kept of the tokens, and belong to no chain.
 */
public final class TokenLines {
    public static final String CREATED = "token.created";
    public static final String REVOKED = "token.revoked";

    private TokenLines() {}

    public static List<String> in(DocumentStore documents) {
        var lines = new ArrayList<String>();
        for (TokenRecord token : new Tokens(documents, InstantSource.system()).readable()) {
            lines.add(line(CREATED, token, token.createdAt(), token.createdBy()));
            Instant revokedAt = token.revokedAt();
            String revokedBy = token.revokedBy();
            if (revokedAt != null && revokedBy != null) {
                lines.add(line(REVOKED, token, revokedAt, revokedBy));
            }
        }
        return lines;
    }

    private static String line(String event, TokenRecord token, Instant at, String by) {
        return JsonText.object(json -> {
            json.writeStringProperty("timestamp", at.toString());
            json.writeStringProperty("level", "WARN");
            json.writeStringProperty("event", event);
            JsonText.texts(
                    json, "metadata", new TreeMap<>(Map.of("by", by, "detail", token.inWords())));
        });
    }
}
