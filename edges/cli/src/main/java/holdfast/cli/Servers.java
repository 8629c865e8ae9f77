package holdfast.cli;

import holdfast.model.InvalidRequestException;
import java.util.Optional;
import java.util.function.Consumer;

/** How a server is run. The command line knows only what people say about it. */
public interface Servers {
    /** For a command line that has none. */
    Servers NONE =
            (order, say) -> {
                throw new InvalidRequestException("this build has no server");
            };

    /** What was given on the command line; what was not, the configuration says. */
    record Order(
            Optional<String> host,
            Optional<Integer> port,
            Optional<String> store,
            Optional<String> config) {}

    /** Serves until the thread is interrupted, then stops in good order. */
    void serve(Order order, Consumer<String> say) throws InterruptedException;
}
