package holdfast.bench;

import holdfast.Holdfast;
import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.model.Root;
import holdfast.rulebook.Limits;
import holdfast.rulebook.Rules;
import holdfast.store.redis.RedisAddress;
import holdfast.store.redis.RedisLockStore;
import java.time.Duration;

/** An engine on the Redis store. What is held is kept alive by heartbeats, as an application has it. */
final class HoldfastPeer implements Peer {
    private static final Duration LONG = Duration.ofMinutes(9);

    private final RedisLockStore store;
    private final Holdfast holdfast;

    HoldfastPeer(String url) {
        store = RedisLockStore.open(RedisAddress.parse(url));
        holdfast = Holdfast.on(store, roomForAll());
    }

    /** The usual settings, but for a queue that may have more than 10,000 places. */
    private static EngineSettings roomForAll() {
        Rules rules = Rules.DEFAULT;
        Limits usual = rules.limits();
        var limits =
                new Limits(
                        20_000,
                        usual.waitingPathsMax(),
                        usual.queueTimeMax(),
                        usual.leaseMin(),
                        usual.leaseMax(),
                        usual.grantsPerCommitMax());
        return EngineSettings.DEFAULT.withRules(
                new Rules(
                        rules.priorityStep(),
                        rules.claimDeadline(),
                        rules.ticketLease(),
                        limits,
                        rules.tenures()));
    }

    @Override
    public String name() {
        return PeerKind.HOLDFAST.title();
    }

    @Override
    public Held take(String lock) throws Exception {
        HeldLock held = holdfast.lock(lock).waitAtMost(LONG).takeOrThrow();
        return held::release;
    }

    int waiting(String lock) {
        return holdfast.engine().look(new Root(lock)).waiting();
    }

    @Override
    public void close() {
        holdfast.close();
        store.close();
    }
}
