package holdfast.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The freezes of a store as they were at one moment.
 *
 * @param asOf the store's time when they were read
 */
public record Freezes(StoreTime asOf, List<Freeze> all) {
    /** How long a list may be used for granting, and so how long placing a freeze takes. */
    public static final Duration FRESH_FOR = Duration.ofSeconds(1);

    public Freezes {
        all = List.copyOf(all);
    }

    /** A grant decided with this list must be committed by then, or be decided again with a newer one. */
    public StoreTime goodUntil() {
        return asOf.plus(FRESH_FOR);
    }

    /** The freeze that stops this owner here for the longest time. */
    public Optional<Freeze> stopping(Owner owner, Resource resource, StoreTime now) {
        return all.stream()
                .filter(freeze ->
                        freeze.isActive(now)
                                && freeze.prefix().touches(resource)
                                && !freeze.exempts(owner))
                .max((one, other) -> one.until().compareTo(other.until()));
    }
}
