package holdfast.state;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.memory.MemoryLockStore;
import holdfast.store.testkit.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** States with locks that a test grants and lets lapse. */
final class Scene implements AutoCloseable {
    static final StateName SHOP = StateName.stack("shop", "production");
    static final StateName NETWORK = StateName.terraform("network/eu.west");
    static final Duration LEASE = Duration.ofSeconds(60);

    final ManualClock clock = new ManualClock();
    final DocumentStore documents;
    final States states;
    private final MemoryLockStore lockStore = new MemoryLockStore(clock);
    private final Holdfast locks = Holdfast.on(lockStore);

    Scene(DocumentStore documents) {
        this(documents, StateSettings.DEFAULT);
    }

    Scene(DocumentStore documents, StateSettings settings) {
        this.documents = documents;
        this.states = states(documents, settings);
    }

    States states(DocumentStore on, StateSettings settings) {
        return new States(on, settings, this::now);
    }

    /** Takes the lock on a state, or on a path of it written {@code root//path}, which must be free. */
    Writer lock(String resource) {
        Hold hold = hold(resource);
        return Writer.of(hold, "client-" + hold.token());
    }

    Hold hold(String resource) {
        try {
            AcquireOutcome outcome =
                    locks.lock(resource).lease(LEASE).reason("deploy").acquireDetached();
            assertThat(outcome).isInstanceOf(AcquireOutcome.Granted.class);
            return ((AcquireOutcome.Granted) outcome).hold();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    void release(Writer writer, StateName name) {
        locks.engine().release(name.root(), new holdfast.model.LockId(writer.lock()), null);
    }

    /** What happens to a runner that is paused for longer than its lease. */
    void letLeasesLapse() {
        clock.advance(LEASE.plusSeconds(1));
    }

    /** Locks, stamps, saves on whatever is there, and releases. */
    StateVersion deploy(StateName name, byte[] body) {
        Writer writer = lock(name.text());
        assertThat(states.stamp(name, writer)).isInstanceOf(StampOutcome.Stamped.class);
        StateVersion version = saved(save(name, writer, body));
        release(writer, name);
        return version;
    }

    /** The same for Terraform's state {@link #NETWORK}. */
    StateVersion deployNetwork(int serial, String says) {
        Writer writer = lock(NETWORK.text());
        states.stamp(NETWORK, writer);
        var request = SaveRequest.of(writer, new SaveRequest.Base.Anything());
        Map<String, String> facts = Map.of("serial", Integer.toString(serial), "lineage", "l");
        StateVersion version =
                saved(states.save(NETWORK, request.with(facts), network(serial, says)));
        release(writer, NETWORK);
        return version;
    }

    static byte[] network(int serial, String says) {
        return bytes(
                "{\"version\":4,\"serial\":%d,\"lineage\":\"l\",\"says\":\"%s\"}"
                        .formatted(serial, says));
    }

    Instant now() {
        return Instant.ofEpochSecond(0, clock.getAsLong());
    }

    /** As if somebody had removed it from the store. */
    void lose(DocumentKey key) {
        documents.delete(key, documents.get(key).orElseThrow().version());
    }

    /** As if somebody had written it into the store. */
    void overwrite(DocumentKey key, byte[] body) {
        documents.put(key, documents.get(key).orElseThrow().version(), body);
    }

    SaveOutcome save(StateName name, Writer writer, byte[] body) {
        SaveRequest.Base base =
                SaveRequest.Base.of(states.load(name).map(LoadedState::version).orElse(null));
        return states.save(name, SaveRequest.of(writer, base), body);
    }

    static StateVersion saved(SaveOutcome outcome) {
        assertThat(outcome).isInstanceOf(SaveOutcome.Saved.class);
        return ((SaveOutcome.Saved) outcome).version();
    }

    String text(StateName name) {
        return new String(states.load(name).orElseThrow().body(), StandardCharsets.UTF_8);
    }

    Map<String, ?> document(StateName name) {
        return JsonTree.object(states.load(name).orElseThrow().body());
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A state with one resource of this status. */
    static byte[] shop(String resource, String status) {
        return bytes(
                """
                {"format_version": "deployer-state-v1",
                 "resources": {"%s": {"kind": "MicroService", "status": "%s"}}}
                """
                        .formatted(resource, status));
    }

    @Override
    public void close() {
        locks.close();
        lockStore.close();
        documents.close();
    }
}
