package holdfast.state;

import holdfast.model.SubPath;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What someone who holds the lock of a state can have done to it. */
public sealed interface StateChange {
    /**
     * Saves a body, as a new version.
     *
     * @param facts what a state of Terraform's says of itself: serial and lineage
     * @param base the version that must still be the current one, or was built on; null for whatever is there
     * @param part what of the state it is saved as; null for all that the lock covers
     */
    record Push(
            InputStream body,
            Map<String, String> facts,
            @Nullable String base,
            WhenOdd whenOdd,
            @Nullable SubPath part)
            implements StateChange {
        public Push {
            facts = Map.copyOf(facts);
        }
    }

    /**
     * Takes a state over from where another tool kept it, as a new version.
     *
     * @param facts what the history should know of it
     * @param files that come with a stack, for Pulumi to go on with
     */
    record Import(
            InputStream body, Map<String, String> facts, PulumiFiles files, WhenThere whenThere)
            implements StateChange {
        public Import {
            var fit = new TreeMap<>(facts);
            fit.replaceAll((fact, text) -> Words.fit(text));
            facts = Map.copyOf(fit);
        }
    }

    /** Makes an earlier version the current one again. */
    record Restore(RestorePoint point) implements StateChange {}

    record Remove() implements StateChange {}

    /**
     * What becomes of a state of Terraform's that is older than the one that is there, or of another lineage, and of a stack's
     * that was not made of the one that is there.
     */
    enum WhenOdd {
        REFUSE,
        /** The history says so. */
        SAVE
    }

    /** What becomes of a state that is there already when another is taken over. */
    enum WhenThere {
        REFUSE,
        /** It stays in the history. */
        REPLACE
    }
}
