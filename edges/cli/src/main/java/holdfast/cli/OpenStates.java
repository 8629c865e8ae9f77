package holdfast.cli;

import holdfast.model.Hold;
import holdfast.model.Token;
import holdfast.state.StateChange;
import holdfast.state.StateChanged;
import holdfast.state.StateEntry;
import holdfast.state.StateHistory;
import holdfast.state.StateName;
import holdfast.state.StateVersion;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The states that one command works on: in a store of documents, or at servers. */
interface OpenStates extends AutoCloseable {
    List<StateEntry> entries();

    /** The current version, once it is certain that it is what was saved. Empty if there is none. */
    Optional<StateVersion> check(StateName name);

    /**
     * What was saved, byte for byte. Empty if there is no state.
     *
     * @param version null for the current one
     */
    Optional<byte[]> body(StateName name, @Nullable String version);

    StateHistory history(StateName name, int limit);

    List<StateVersion> backups(StateName name);

    /** Empty if there is no state. */
    Optional<StateVersion> backup(StateName name, String by);

    List<StateVersion> orphans(StateName name);

    /** Returns whether it was there. */
    boolean dropOrphan(StateName name, String id);

    /** The largest token that any writer had. Empty if there was none, or it is not known. */
    Optional<Token> largestStamp(StateName name);

    /** @param hold the lock of the state, or of a part of it */
    StateChanged change(StateName name, Hold hold, StateChange change);

    @Override
    void close();
}
