package holdfast.cli;

import holdfast.model.ErrorCode;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks servers, in the JSON of their API, for what they keep beside the locks. What changes something is not said twice, unless it has a name. */
public interface Desk extends AutoCloseable {
    /** Empty if there is no such thing. */
    Optional<String> get(String path, Map<String, String> query);

    /** Empty if there is no such thing. */
    Optional<String> post(String path, String json);

    /** For what has a name in it that its sender chose, so that it happens once however often it is said. */
    Optional<String> postUntilAnswered(String path, String json);

    /** Empty if there is no such thing. */
    Optional<String> delete(String path, Map<String, String> query);

    /** What is large, byte for byte. Empty if there is no such thing. */
    Optional<byte[]> download(String path, Map<String, String> query);

    /**
     * For what is large, and there once however often it is sent. Empty if there is no such place for it.
     *
     * @throws LockOver if it was not done since the lock that was named is over, as by any method that changes something
     */
    Optional<String> upload(String path, Map<String, String> query, byte[] body);

    /** Nothing was done, since a lock is over. */
    final class LockOver extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final ErrorCode code;

        public LockOver(ErrorCode code, @Nullable String message) {
            super(message, null, false, false);
            this.code = code;
        }

        ErrorCode code() {
            return code;
        }
    }

    @Override
    void close();
}
