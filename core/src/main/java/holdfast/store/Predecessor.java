package holdfast.store;

import holdfast.model.Freeze;
import holdfast.model.StoreTime;
import java.util.Optional;

/** What a freeze may replace: by it, nobody ends one that it has not seen. Freezes that have ended do not count. */
public sealed interface Predecessor {
    /** Whatever has the same id, or nothing. */
    record Any() implements Predecessor {}

    /** Nothing: there must be no freeze of the same id. */
    record None() implements Predecessor {}

    /** The one of the same id that began at this time, and no other. */
    record Seen(StoreTime since) implements Predecessor {}

    /** What was found when somebody looked. */
    static Predecessor of(Optional<Freeze> found) {
        return found.<Predecessor>map(freeze -> new Seen(freeze.since())).orElseGet(None::new);
    }

    /** @param present what there is under the id, and has not ended */
    default boolean isMetBy(Optional<Freeze> present) {
        return switch (this) {
            case Any any -> true;
            case None none -> present.isEmpty();
            case Seen seen ->
                    present.filter(freeze -> freeze.since().equals(seen.since())).isPresent();
        };
    }
}
