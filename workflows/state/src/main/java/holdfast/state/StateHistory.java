package holdfast.state;

import java.util.List;

/**
 * Versions that were current, newest first.
 *
 * @param damage what cannot be read of them, in words for people; empty if all can
 */
public record StateHistory(List<StateVersion> versions, List<String> damage) {
    public StateHistory {
        versions = List.copyOf(versions);
        damage = List.copyOf(damage);
    }
}
