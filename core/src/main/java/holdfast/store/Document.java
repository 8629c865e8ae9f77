package holdfast.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A stored document. The body is the caller's to keep: it is never shared with the store. */
public record Document(DocumentKey key, DocumentVersion version, byte[] body) {
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Document that
                && key.equals(that.key)
                && version.equals(that.version)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + version.hashCode();
    }
}
