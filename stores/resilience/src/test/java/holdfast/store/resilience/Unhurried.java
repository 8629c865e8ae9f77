package holdfast.store.resilience;

import holdfast.store.resilience.adaptive.TimeoutBounds;
import java.time.Duration;

/** All guards, on a machine that may be too busy to answer within the usual time. */
final class Unhurried {
    static final ResilienceSettings SETTINGS =
            ResilienceSettings.DEFAULT
                    .withPatience(Duration.ofMinutes(1))
                    .withTimeouts(new TimeoutBounds(Duration.ofSeconds(30), Duration.ofMinutes(1)));

    private Unhurried() {}
}
