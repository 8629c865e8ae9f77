package holdfast.simulation;

import holdfast.engine.HeldLock;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireRequest;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What callers asked for, what they were told, and what they gave up: against this the store is checked. */
final class Ledger {
    private final World world;
    private final Map<RequestId, Entry> entries = new LinkedHashMap<>();
    private final Map<Node, LockEngine> engines = new LinkedHashMap<>();
    private final List<Belief> beliefs = new ArrayList<>();
    private final List<LockId> known = new ArrayList<>();
    private final Set<LockId> kept = new HashSet<>();
    private final Set<LockId> forced = new HashSet<>();
    private final Set<OwnerId> transferred = new HashSet<>();

    /** A caller that was given a lock to keep. */
    record Belief(HeldLock lock, Node node, Entry entry) {}

    /** One request and all that is known of it. */
    static final class Entry {
        private final AcquireRequest request;
        private final List<Actor> callers = new ArrayList<>();
        private boolean crowded;
        private boolean givenUp;
        private boolean several;
        private @Nullable LockId lock;
        private long since;

        private Entry(AcquireRequest request) {
            this.request = request;
        }

        AcquireRequest request() {
            return request;
        }

        /** The lock that its caller was told of first. */
        @Nullable LockId lock() {
            return lock;
        }

        void told(LockId granted) {
            lock = granted;
        }

        /** Whether its caller no longer relies on it, so that it may come to an end. */
        boolean isGivenUp() {
            return givenUp;
        }

        void giveUp() {
            givenUp = true;
        }

        /** Whether several calls were under way at once: one of them may give up what another got. */
        boolean isCrowded() {
            return crowded;
        }

        /** The call ended without an answer, so something of it may still be under way. */
        void unanswered() {
            givenUp = true;
            crowded = true;
        }

        /** Whether it is one of several of a call, and so perhaps not even sent. */
        boolean isOneOfSeveral() {
            return several;
        }

        void oneOfSeveral() {
            several = true;
        }

        boolean isOpen() {
            return !callers.isEmpty();
        }

        /** The callers that wait for the answer. */
        List<Actor> callers() {
            return callers;
        }

        /** When the call began that is under way. */
        long since() {
            return since;
        }
    }

    Ledger(World world) {
        this.world = world;
    }

    void up(Node node, LockEngine engine) {
        engines.put(node, engine);
    }

    void died(Node node) {
        engines.remove(node);
        beliefs.removeIf(belief -> belief.node().equals(node));
        for (Entry entry : entries.values()) {
            if (entry.callers.removeIf(caller -> caller.node().equals(node))) {
                entry.unanswered();
            }
        }
    }

    LockEngine someEngine() {
        return world.chance().oneOf(List.copyOf(engines.values()));
    }

    Node nodeOf(LockEngine engine) {
        return engines.entrySet().stream()
                .filter(entry -> entry.getValue().equals(engine))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    boolean hasEngines() {
        return !engines.isEmpty();
    }

    Entry begun(AcquireRequest request, Actor caller) {
        Entry entry = entries.computeIfAbsent(request.id(), id -> new Entry(request));
        entry.crowded |= entry.isOpen();
        // Refused before, and not for good: a new try.
        entry.givenUp &= entry.isOpen() || entry.lock != null;
        entry.callers.add(caller);
        entry.since = world.scheduler().now();
        return entry;
    }

    void ended(Entry entry) {
        entry.callers.remove(world.scheduler().running());
    }

    void believes(HeldLock lock, Node node, Entry entry) {
        beliefs.add(new Belief(lock, node, entry));
        kept.add(lock.id());
    }

    /** Whether an engine said that it keeps the lock alive. */
    boolean isKept(LockId lock) {
        return kept.contains(lock);
    }

    List<Belief> beliefs() {
        beliefs.removeIf(belief -> !belief.lock().state().isHeld());
        return beliefs;
    }

    void knows(LockId lock) {
        known.add(lock);
    }

    /** Some lock that was granted, most likely a recent one. */
    Optional<LockId> someLock() {
        if (known.isEmpty()) {
            return Optional.empty();
        }
        int back = Math.min(known.size(), 1 + world.chance().below(6));
        return Optional.of(known.get(known.size() - back));
    }

    @Nullable Entry find(RequestId request) {
        return entries.get(request);
    }

    List<Entry> open() {
        return entries.values().stream().filter(Entry::isOpen).toList();
    }

    /** A request whose caller is gone, or which was answered before: something to repeat. */
    Optional<Entry> someOld() {
        List<Entry> all = List.copyOf(entries.values());
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        all.get(all.size() - 1 - world.chance().below(Math.min(20, all.size()))));
    }

    Optional<Actor> someActor() {
        List<Entry> waiting = open();
        return waiting.isEmpty()
                ? Optional.empty()
                : Optional.of(world.chance().oneOf(world.chance().oneOf(waiting).callers));
    }

    /** From now on the lock may be taken away. */
    void forcing(LockId lock) {
        forced.add(lock);
    }

    boolean isForced(LockId lock) {
        return forced.contains(lock);
    }

    /** From now on what the owner holds may go to another. */
    void transferring(OwnerId owner) {
        transferred.add(owner);
    }

    boolean isTransferred(OwnerId owner) {
        return transferred.contains(owner);
    }

    /** What was granted is gone with the store. */
    void dataLost() {
        entries.values()
                .forEach(entry -> {
                    entry.givenUp = true;
                    entry.lock = null;
                });
    }
}
