package holdfast.store.records;

import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.Terms;
import java.util.List;

/**
 * The claims and terms of a hold as JSON, without the rest of it: for a store that amends a hold without reading it back. They
 * take the place of those in the {@link HoldJson} beside them.
 */
public final class AmendmentJson {
    private AmendmentJson() {}

    public static String write(List<Claim> claims, Terms terms, Root root) {
        return Json.write(json -> {
            json.writeArrayPropertyStart("claims");
            claims.forEach(claim -> {
                json.writeStartObject();
                ValueJson.writeClaim(json, claim, root);
                json.writeEndObject();
            });
            json.writeEndArray();
            ValueJson.writeTerms(json, terms);
        });
    }

    /** The hold with the claims and terms that the text names. */
    public static Hold read(String text, Hold hold) {
        return Json.read("amendment of a hold", text, fields -> amended(fields, hold));
    }

    private static Hold amended(Fields fields, Hold hold) {
        Root root = hold.resource().root();
        return new Hold(
                hold.id(),
                hold.token(),
                hold.resource(),
                hold.mode(),
                hold.owner(),
                fields.list("claims", Fields.class).stream()
                        .map(claim -> ValueJson.claim(claim, root))
                        .toList(),
                ValueJson.terms(fields),
                hold.standing(),
                hold.priority(),
                hold.note(),
                hold.engine(),
                hold.acquiredAt(),
                hold.heartbeatAt(),
                hold.until());
    }
}
