package holdfast.cli;

import holdfast.store.LockStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where stores come from. The command line knows them only by their addresses, such as {@code sqlite:locks.db}. */
public interface Stores {
    /**
     * The address in a form that means the same store from every directory; for null that of the usual store.
     *
     * @throws holdfast.model.InvalidRequestException if it is not the address of a store
     */
    String absolute(@Nullable String address);

    /** Opens the store at an absolute address. */
    LockStore open(String address);

    /** How an opened store has answered in this process so far; empty if nobody watches that. */
    default Optional<Watched> watched(LockStore store) {
        return Optional.empty();
    }

    /**
     * How a store has answered.
     *
     * @param troubled whether people should look at it
     */
    record Watched(boolean troubled, String inWords) {}
}
