package holdfast.cli;

import holdfast.Holdfast;
import holdfast.engine.EngineSettings;
import holdfast.engine.Heartbeat;
import holdfast.engine.HoldPages;
import holdfast.engine.LockEngine;
import holdfast.engine.LockService;
import holdfast.model.Freezes;
import holdfast.model.LockId;
import holdfast.model.Root;
import holdfast.rulebook.Limits;
import holdfast.rulebook.Rules;
import holdfast.store.HoldPage;
import holdfast.store.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The locks that one command works on: in a store, with an engine as soon as one is needed, or at servers. */
final class Session implements AutoCloseable {
    private static final Duration HEARTBEAT = Duration.ofSeconds(20);

    private final @Nullable LockStore store;
    private final UnaryOperator<LockService> showing;
    private @Nullable Holdfast holdfast;

    private Session(
            @Nullable LockStore store,
            @Nullable Holdfast holdfast,
            UnaryOperator<LockService> showing) {
        this.store = store;
        this.holdfast = holdfast;
        this.showing = showing;
    }

    /** Closes the store in the end. */
    static Session on(LockStore store) {
        return on(store, locks -> locks);
    }

    /** @param showing makes locks of which people can read elsewhere who holds them */
    static Session on(LockStore store, UnaryOperator<LockService> showing) {
        return new Session(store, null, showing);
    }

    /** At servers, which are left in the end. */
    static Session at(LockService servers) {
        return new Session(null, Holdfast.over(servers), locks -> locks);
    }

    /** Empty if the locks are kept by servers. */
    Optional<LockStore> store() {
        return Optional.ofNullable(store);
    }

    Holdfast holdfast() {
        Holdfast known = holdfast;
        if (known == null) {
            known =
                    Holdfast.over(
                            showing.apply(LockEngine.open(store().orElseThrow(), settings())));
            holdfast = known;
        }
        return known;
    }

    LockService locks() {
        return holdfast().locks();
    }

    // Who only looks needs no engine, which would take time to start.

    List<HoldPage> allHolds() {
        return store == null ? locks().allHolds() : HoldPages.all(store::holds);
    }

    Freezes freezes() {
        return store == null ? locks().freezes() : store.freezes();
    }

    Optional<Root> rootOf(LockId lock) {
        return store == null ? locks().rootOf(lock) : store.rootOf(lock);
    }

    @Override
    public void close() {
        if (holdfast != null) {
            holdfast.close();
        }
        if (store != null) {
            store.close();
        }
    }

    static Heartbeat heartbeat() {
        return new Heartbeat.Every(HEARTBEAT);
    }

    /**
     * A person who names a long wait means it: the usual limit protects servers. And a long lease is no reason to be silent for
     * long: others would take the holder for dead, and it would learn late that the store has gone.
     */
    static EngineSettings settings() {
        Rules rules = Rules.DEFAULT;
        Limits limits = rules.limits();
        return EngineSettings.DEFAULT
                .withHeartbeat(heartbeat())
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
