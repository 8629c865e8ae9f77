package holdfast.store;

import org.jspecify.annotations.Nullable;

/** What became of a conditional write of a document. */
public sealed interface PutResult {
    record Stored(DocumentVersion version) implements PutResult {}

    /** Nothing changed. The version is the one that is there, or null when there is no document. */
    record Conflict(@Nullable DocumentVersion current) implements PutResult {}
}
