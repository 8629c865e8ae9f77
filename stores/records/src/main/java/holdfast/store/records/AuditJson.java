package holdfast.store.records;

import holdfast.model.AuditEntry;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.SubPath;
import java.util.TreeMap;

/** An audit entry as JSON. When it was written stands beside it. */
public final class AuditJson {
    private AuditJson() {}

    public static String write(AuditEntry entry) {
        return Json.write(json -> {
            json.writeStringProperty("action", entry.action());
            json.writeStringProperty("by", entry.by());
            json.writeStringProperty("reason", entry.reason());
            json.writeStringProperty("root", entry.resource().root().text());
            ValueJson.writeResource(json, entry.resource(), entry.resource().root());
            ValueJson.writeTexts(json, "details", new TreeMap<>(entry.details()));
        });
    }

    public static AuditEntry read(String text) {
        return Json.read(
                "audit entry",
                text,
                fields ->
                        new AuditEntry(
                                fields.text("action"),
                                fields.text("by"),
                                fields.text("reason"),
                                resource(fields),
                                fields.texts("details")));
    }

    private static Resource resource(Fields fields) {
        String path = fields.optionalText("path");
        return new Resource(
                new Root(fields.text("root")),
                path == null ? SubPath.WHOLE : new SubPath(path),
                fields.optionalText("key"));
    }
}
