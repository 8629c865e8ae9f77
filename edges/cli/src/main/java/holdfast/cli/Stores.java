package holdfast.cli;

import holdfast.engine.Heartbeat;
import holdfast.engine.LockService;
import holdfast.model.InvalidRequestException;
import holdfast.state.LockTable;
import holdfast.state.Origin;
import holdfast.store.DocumentStore;
import holdfast.store.LockStore;
import java.util.List;
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

    /** Whether a store has been made at an absolute address. */
    boolean isThere(String address);

    /** A store with nothing in it and of no consequence, for who looks where there is none. */
    LockStore nothing();

    /** Opens the store at an absolute address, and makes it if there is none. */
    LockStore open(String address);

    /** Opens the documents that are kept beside the locks at an absolute address, and makes them if there are none. */
    default DocumentStore openDocuments(String address) {
        throw new InvalidRequestException("no documents are kept at " + address);
    }

    /** Makes the store at an absolute address if there is none. */
    default Made create(String address) {
        open(address).close();
        return new Made(List.of(address + " is there"), List.of());
    }

    /** Makes a store of documents at its address if there is none, and sets it up. */
    default Made createDocuments(String address) {
        documents(address, "").close();
        return new Made(List.of(address + " is there"), List.of());
    }

    /**
     * A store that was made.
     *
     * @param steps what was done, for people
     * @param texts what may be kept, such as a policy
     */
    record Made(List<String> steps, List<String> texts) {
        public Made {
            steps = List.copyOf(steps);
            texts = List.copyOf(texts);
        }
    }

    /** Locks that servers keep. Nothing is sent before something is asked for. */
    default LockService connect(ServerAddress address) {
        throw new InvalidRequestException("this build knows no servers");
    }

    /** What servers keep beside the locks. Nothing is sent before something is asked for. */
    default Desk desk(ServerAddress address) {
        throw new InvalidRequestException("this build knows no servers");
    }

    /**
     * Where servers on one store are.
     *
     * @param token by which they know the caller
     * @param tls how to come to terms with those that are asked over TLS
     * @param traceparent the span under which this is done, as the environment has it
     */
    record ServerAddress(
            List<String> urls,
            TokenSource token,
            TlsPaths tls,
            Optional<String> traceparent,
            Heartbeat heartbeat) {
        public ServerAddress {
            urls = List.copyOf(urls);
        }
    }

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

    /**
     * Opens a store of documents.
     *
     * @param address of one, such as {@code files:DIRECTORY}; null for the documents beside the locks
     * @param locks the absolute address of the locks' store
     */
    default DocumentStore documents(@Nullable String address, String locks) {
        throw new InvalidRequestException("there are no documents here");
    }

    /** Whether people look at the documents there, as files or objects, without a program that knows them. */
    default boolean isLookedAt(String address) {
        return false;
    }

    /** Whether it takes but a moment to open what people look at there. */
    default boolean isOpenedQuickly(String address) {
        return false;
    }

    /** Whether a store of documents was made already; true also where only opening it can tell. */
    default boolean hasDocuments(String address) {
        return true;
    }

    /** A folder, or a part of a bucket, in which another tool keeps states. It is only read. */
    default Origin origin(String address) {
        throw new InvalidRequestException("this build knows no places of other tools");
    }

    /** The table in which Terraform locks. It is only read. */
    default LockTable lockTable(String address) {
        throw new InvalidRequestException("this build knows no tables of other tools");
    }
}
