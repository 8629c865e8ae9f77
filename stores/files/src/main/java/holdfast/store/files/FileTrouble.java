package holdfast.store.files;

import holdfast.store.DocumentKey;
import holdfast.store.StoreException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

/** Says what went wrong with a file, in words that say what to do. */
final class FileTrouble {
    private FileTrouble() {}

    static StoreException.Unavailable nothingWritten(DocumentKey key, IOException e) {
        return new StoreException.Unavailable(
                "document '"
                        + key
                        + "' was not written, what was there before is untouched: "
                        + reason(e),
                e);
    }

    static StoreException.Unavailable unreadable(String what, IOException e) {
        return new StoreException.Unavailable(what + " cannot be read: " + reason(e), e);
    }

    /** It is in place, but may be lost if the machine fails now. */
    static StoreException.OutcomeUnknown notCertain(DocumentKey key, IOException e) {
        return new StoreException.OutcomeUnknown(
                "document '" + key + "' was written, but the disk did not confirm it: " + reason(e),
                e);
    }

    private static String reason(IOException e) {
        String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        return e.getClass().getSimpleName() + text(reason) + text(fileOf(e));
    }

    private static @Nullable String fileOf(IOException e) {
        return e instanceof FileSystemException file ? file.getFile() : null;
    }

    private static String text(@Nullable String part) {
        return part == null ? "" : ", " + part;
    }
}
