package holdfast.store;

import java.time.Duration;

/**
 * What all engines of one store must agree on, since each decides for all: the version of the rules and the settings that
 * enter turn order and limits.
 */
public record Agreement(
        int rulesVersion, Duration priorityStep, int queueLengthMax, int waitingPathsMax) {}
