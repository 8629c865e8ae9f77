package holdfast.cli;

import java.util.Map;
import java.util.Optional;

/** Asks servers, in the JSON of their API, for what they keep beside the locks. What changes something is not said twice. */
public interface Desk extends AutoCloseable {
    /** Empty if there is no such thing. */
    Optional<String> get(String path, Map<String, String> query);

    /** Empty if there is no such thing. */
    Optional<String> post(String path, String json);

    /** Empty if there is no such thing. */
    Optional<String> delete(String path, Map<String, String> query);

    @Override
    void close();
}
