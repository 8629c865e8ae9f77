package holdfast.cli;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** How a server is run. The command line knows only what people say about it. */
public interface Servers {
    /** What was given on the command line; what was not, the configuration says. */
    record Order(
            Optional<String> host,
            Optional<Integer> port,
            Optional<String> store,
            Optional<String> config) {
        static Order of(Optional<String> config) {
            return new Order(Optional.empty(), Optional.empty(), Optional.empty(), config);
        }
    }

    /** Serves until the thread is interrupted, then stops in good order. */
    void serve(Order order, Consumer<String> say) throws InterruptedException;

    /**
     * Complains about what would keep it from serving, and serves nothing.
     *
     * @return what it would say about the configuration when it starts
     */
    List<String> check(Order order);

    /** All that is configured, for people, without secrets. */
    String show(Order order);
}
