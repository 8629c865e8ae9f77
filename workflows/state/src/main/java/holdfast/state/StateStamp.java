package holdfast.state;

import holdfast.model.SubPath;
import holdfast.model.Token;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who was the latest to announce that it may write below a path: nobody with a smaller token writes there any more.
 *
 * @param lock the lock id that the token belongs to
 * @param client what the writer calls its lock, such as the id that Terraform gave it; may be empty
 */
public record StateStamp(
        SubPath path, Token token, String lock, String client, String by, Instant at) {
    Map<String, @Nullable Object> toJson() {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("token", JsonNumber.of(token.value()));
        json.put("lock", lock);
        json.put("client", client);
        json.put("by", by);
        json.put("at", at.toString());
        return json;
    }

    static StateStamp fromJson(String path, @Nullable Object json) {
        var fields = new Fields(Fields.asObject(path, json));
        return new StateStamp(
                new SubPath(path),
                new Token(fields.number("token")),
                fields.text("lock"),
                fields.text("client"),
                fields.text("by"),
                fields.time("at"));
    }
}
