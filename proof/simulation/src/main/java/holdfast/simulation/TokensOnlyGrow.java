package holdfast.simulation;

import holdfast.model.Hold;
import holdfast.model.Root;
import java.util.HashMap;
import java.util.Map;

/**
 * Every new hold of a root has a larger token than all before it, so no grant after a loss has the old one; also after the
 * store lost its data, as long as its clock was not set back.
 */
final class TokensOnlyGrow extends Invariant {
    private final Map<Root, Long> largest = new HashMap<>();

    TokensOnlyGrow(World world) {
        super(world);
    }

    @Override
    void committed(Transition transition) {
        Root root = transition.after().root();
        long before = largest.getOrDefault(root, 0L);
        for (Hold hold : transition.granted()) {
            long token = hold.token().value();
            if (token <= before) {
                broken(Shown.of(hold) + " comes after token " + before);
            }
            largest.merge(root, token, Math::max);
        }
    }
}
