package holdfast.metrics;

import holdfast.model.Resource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** Keeps the number of labels bounded: the first stacks get their own, all later ones share one. */
final class Places {
    private final Semaphore left;
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    Places(int stacksMax) {
        left = new Semaphore(stacksMax);
    }

    Place of(Resource resource) {
        Place place = Place.of(resource);
        String stack = place.stack() + "\n" + place.environment();
        boolean own = known.containsKey(stack) || admitted(stack);
        return own ? place : place.elsewhere();
    }

    private boolean admitted(String stack) {
        if (!left.tryAcquire()) {
            return false;
        }
        if (known.putIfAbsent(stack, true) != null) {
            left.release();
        }
        return true;
    }
}
