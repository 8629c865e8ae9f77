package holdfast.cli;

import java.util.Map;
import java.util.Optional;

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

    @Override
    void close();
}
