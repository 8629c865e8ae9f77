package holdfast.state;

import java.util.List;
import java.util.Optional;

/** Where another tool keeps its states. Nothing is ever written there, so there is nothing here to write with. */
public interface Origin extends AutoCloseable {
    /** The bytes at this path; empty if there are none. */
    Optional<byte[]> read(String path);

    /** The paths of all that lies below a folder, written with a slash at its end. */
    List<String> list(String folder);

    /** What people call the place with this path. */
    String place(String path);

    @Override
    void close();
}
