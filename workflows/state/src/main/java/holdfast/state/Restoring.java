package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.store.StoreException;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Goes back to an earlier version, whatever is damaged. */
final class Restoring {
    static final String OPERATION = "restore";

    private final States states;
    private final Pointers pointers;
    private final Loading loading;

    Restoring(States states, Pointers pointers, Loading loading) {
        this.states = states;
        this.pointers = pointers;
        this.loading = loading;
    }

    SaveOutcome restore(StateName name, Writer writer, RestorePoint point) {
        if (!writer.path().isWhole()) {
            throw new InvalidRequestException("a state is restored under a lock on all of it");
        }
        StateVersion version = find(name, point);
        byte[] body = states.read(version);
        repairPointer(name, writer);
        var request =
                SaveRequest.of(writer, new SaveRequest.Base.Anything())
                        .during(OPERATION)
                        .with(facts(version));
        return states.save(name, request, body);
    }

    /** What its body says stays true of it. */
    private static Map<String, String> facts(StateVersion version) {
        Map<String, String> facts = new TreeMap<>(version.facts());
        facts.keySet().retainAll(Set.of("serial", "lineage"));
        facts.put("restored_from", version.id());
        return facts;
    }

    private StateVersion find(StateName name, RestorePoint point) {
        return switch (point) {
            case RestorePoint.OfVersion of -> states.version(name, of.id());
            case RestorePoint.AtTime at ->
                    loading.at(name, at)
                            .orElseThrow(() ->
                                    new InvalidRequestException(
                                            "there is no version of '"
                                                    + name
                                                    + "' from "
                                                    + at.time()
                                                    + " or before"));
        };
    }

    /** The stamps in it are lost, but every token is smaller than one that was granted now. */
    private void repairPointer(StateName name, Writer writer) {
        try {
            pointers.read(name);
        } catch (StoreException.Corrupted e) {
            StateVersion newest = loading.candidates(name).stream().findFirst().orElse(null);
            Pointer repaired = newest == null ? Pointer.NEW : Pointer.NEW.at(newest);
            pointers.replaceBroken(name, repaired.stamped(writer.stamp(Instant.EPOCH)));
        }
    }
}
