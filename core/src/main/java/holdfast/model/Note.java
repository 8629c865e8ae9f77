package holdfast.model;

import java.util.Map;

/** What a caller says about a claim: why, and whatever else people should see. */
public record Note(String reason, Map<String, String> metadata) {
    public static final int REASON_LENGTH_MAX = 1_000;
    public static final int METADATA_ENTRIES_MAX = 32;
    public static final int METADATA_LENGTH_MAX = 1_000;
    public static final Note NONE = new Note("", Map.of());

    public Note {
        reason = Texts.checked("reason", reason, REASON_LENGTH_MAX);
        metadata = Texts.checked("metadata", metadata, METADATA_ENTRIES_MAX, METADATA_LENGTH_MAX);
    }

    public static Note because(String reason) {
        return new Note(reason, Map.of());
    }
}
