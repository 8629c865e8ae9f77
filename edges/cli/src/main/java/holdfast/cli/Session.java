package holdfast.cli;

import holdfast.Holdfast;
import holdfast.engine.EngineSettings;
import holdfast.engine.Heartbeat;
import holdfast.engine.LockEngine;
import holdfast.rulebook.Limits;
import holdfast.rulebook.Rules;
import holdfast.store.LockStore;
import java.time.Duration;

/** A store and an engine on it, for one command. */
final class Session implements AutoCloseable {
    private static final Duration HEARTBEAT = Duration.ofSeconds(20);

    private final LockStore store;
    private final Holdfast holdfast;

    private Session(LockStore store, Holdfast holdfast) {
        this.store = store;
        this.holdfast = holdfast;
    }

    /** Closes the store in the end, or at once if it cannot be used. */
    static Session on(LockStore store) {
        try {
            return new Session(store, Holdfast.on(store, settings()));
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    LockStore store() {
        return store;
    }

    Holdfast holdfast() {
        return holdfast;
    }

    LockEngine engine() {
        return holdfast.engine();
    }

    @Override
    public void close() {
        holdfast.close();
        store.close();
    }

    /**
     * A person who names a long wait means it: the usual limit protects servers. And a long lease is no reason to be silent for
     * long: others would take the holder for dead, and it would learn late that the store has gone.
     */
    static EngineSettings settings() {
        Rules rules = Rules.DEFAULT;
        Limits limits = rules.limits();
        return EngineSettings.DEFAULT
                .withHeartbeat(new Heartbeat.Every(HEARTBEAT))
                .withRules(
                        new Rules(
                                rules.priorityStep(),
                                rules.claimDeadline(),
                                rules.ticketLease(),
                                new Limits(
                                        limits.queueLengthMax(),
                                        limits.waitingPathsMax(),
                                        Duration.ofDays(1),
                                        limits.leaseMin(),
                                        limits.leaseMax(),
                                        limits.grantsPerCommitMax()),
                                rules.tenures()));
    }
}
