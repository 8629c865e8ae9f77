package holdfast.engine;

import holdfast.model.AcquireRequest;

/** Takes one lock, and keeps it alive. */
@FunctionalInterface
public interface Taking {
    HoldOutcome hold(AcquireRequest request) throws InterruptedException;
}
