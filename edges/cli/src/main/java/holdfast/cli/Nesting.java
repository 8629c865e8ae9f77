package holdfast.cli;

import holdfast.engine.HeldLock;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Resource;
import holdfast.model.keys.Keys;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a command under locks finds in its environment, and how a {@code run} inside it finds out that it is inside. Where there
 * are several locks, each variable has a line for each, in the order in which they were asked for.
 */
final class Nesting {
    private static final String LOCK = "HOLDFAST_LOCK";
    private static final String LOCK_ID = "HOLDFAST_LOCK_ID";
    private static final String TOKEN = "HOLDFAST_TOKEN";
    private static final String OWNER = "HOLDFAST_OWNER";
    private static final String LEASE_UNTIL = "HOLDFAST_LEASE_UNTIL";

    private Nesting() {}

    /** The run that this one is inside of, by its owner and one of its locks. */
    record Outer(OwnerId owner, LockId lock) {
        /** What is claimed inside is claimed by the owner outside. */
        Owner owner(Identity identity) {
            return new Owner(owner, identity.name(), identity.facts());
        }
    }

    static @Nullable Outer outer(Map<String, String> environment) {
        String owner = environment.get(OWNER);
        String locks = environment.get(LOCK_ID);
        return owner == null || owner.isBlank() || locks == null || locks.isBlank()
                ? null
                : new Outer(
                        new OwnerId(owner), new LockId(locks.lines().findFirst().orElseThrow()));
    }

    /** The run that this one is inside of, by the lock of it that covers a resource; null if none does. */
    static @Nullable Outer covering(Map<String, String> environment, Resource resource) {
        List<String> resources = environment.getOrDefault(LOCK, "").lines().toList();
        List<String> ids = environment.getOrDefault(LOCK_ID, "").lines().toList();
        String owner = environment.getOrDefault(OWNER, "");
        for (int i = 0; i < Math.min(resources.size(), ids.size()) && !owner.isBlank(); i++) {
            if (Keys.parse(resources.get(i)).covers(resource)) {
                return new Outer(new OwnerId(owner), new LockId(ids.get(i)));
            }
        }
        return null;
    }

    static Map<String, String> environmentOf(
            List<HeldLock> locks, Map<String, String> surroundings) {
        var environment = new LinkedHashMap<String, String>();
        environment.put(LOCK, lines(locks, lock -> lock.resource().text()));
        environment.put(LOCK_ID, lines(locks, lock -> lock.id().text()));
        environment.put(TOKEN, lines(locks, lock -> lock.token().toString()));
        environment.put(OWNER, locks.getFirst().owner().id().text());
        environment.put(
                LEASE_UNTIL,
                locks.stream()
                        .map(HeldLock::hold)
                        .map(Hold::until)
                        .min(Comparator.naturalOrder())
                        .orElseThrow()
                        .toString());
        environment.putAll(surroundings);
        return environment;
    }

    private static String lines(List<HeldLock> locks, Function<HeldLock, String> value) {
        return locks.stream().map(value).collect(Collectors.joining("\n"));
    }
}
