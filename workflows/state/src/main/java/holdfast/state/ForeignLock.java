package holdfast.state;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lock that another tool holds on a state of its own.
 *
 * @param where the file or item that is the lock
 */
public record ForeignLock(String where, String who, String what, String since) {
    /** As Terraform writes it. What cannot be read is a lock all the same. */
    static ForeignLock ofTerraform(String where, byte[] info) {
        Fields fields = fields(info);
        return new ForeignLock(
                where,
                text(fields, "Who"),
                (text(fields, "Operation") + " " + text(fields, "ID")).strip(),
                text(fields, "Created"));
    }

    /** As Pulumi writes it. */
    static ForeignLock ofPulumi(String where, byte[] info) {
        Fields fields = fields(info);
        return new ForeignLock(
                where,
                text(fields, "username") + "@" + text(fields, "hostname"),
                "pulumi",
                text(fields, "timestamp"));
    }

    private static Fields fields(byte[] json) {
        try {
            return new Fields(JsonTree.object(json));
        } catch (IllegalArgumentException e) {
            return new Fields(Map.of());
        }
    }

    private static String text(Fields fields, String name) {
        try {
            @Nullable String text = fields.optionalText(name);
            return text == null ? "" : text;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    @Override
    public String toString() {
        return where
                + ", held by "
                + (who.isBlank() ? "somebody" : who)
                + (what.isBlank() ? "" : " for " + what)
                + (since.isBlank() ? "" : " since " + since);
    }
}
