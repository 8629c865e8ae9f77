package holdfast.cli;

import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.Token;
import holdfast.state.LoadedState;
import holdfast.state.StateChange;
import holdfast.state.StateChanged;
import holdfast.state.StateChanges;
import holdfast.state.StateEntry;
import holdfast.state.StateHistory;
import holdfast.state.StateName;
import holdfast.state.StateStamp;
import holdfast.state.StateVersion;
import holdfast.state.States;
import holdfast.state.TooLargeException;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** In a store of documents, which is closed in the end. */
final class StoredStates implements OpenStates {
    private final DocumentStore documents;
    private final States states;

    StoredStates(DocumentStore documents, States states) {
        this.documents = documents;
        this.states = states;
    }

    @Override
    public List<StateEntry> entries() {
        return states.entries();
    }

    @Override
    public Optional<StateVersion> check(StateName name) {
        return states.check(name);
    }

    @Override
    public Optional<byte[]> body(StateName name, @Nullable String version) {
        return version == null
                ? states.load(name).map(LoadedState::body)
                : Optional.of(states.read(states.version(name, version)));
    }

    @Override
    public StateHistory history(StateName name, int limit) {
        return states.lookBack(name, limit);
    }

    @Override
    public List<StateVersion> backups(StateName name) {
        return states.backups(name);
    }

    @Override
    public Optional<StateVersion> backup(StateName name, String by) {
        return states.backup(name, by);
    }

    @Override
    public List<StateVersion> orphans(StateName name) {
        return states.orphans(name);
    }

    @Override
    public boolean dropOrphan(StateName name, String id) {
        return states.dropOrphan(name, id);
    }

    @Override
    public Optional<Token> largestStamp(StateName name) {
        try {
            return states.pointer(name).stamps().values().stream()
                    .map(StateStamp::token)
                    .max(Comparator.naturalOrder());
        } catch (StoreException.Corrupted e) {
            return Optional.empty(); // What is damaged can still be restored.
        }
    }

    @Override
    public StateChanged change(StateName name, Hold hold, StateChange change) {
        try {
            return new StateChanges(states).make(name, hold, change);
        } catch (TooLargeException e) {
            return new StateChanged.Refused(
                    ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new InvalidRequestException("the state cannot be read: " + e);
        }
    }

    @Override
    public void close() {
        documents.close();
    }
}
