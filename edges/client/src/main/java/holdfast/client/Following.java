package holdfast.client;

import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.NotPermittedException;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JsonGenerator;

/**
 * Hears at once when locks of this process are over: as long as there are any, one request waits at a server. What it hears is only a hint;
 * without it the next heartbeat tells. Safe for use by many threads.
 */
final class Following {
    private static final Logger LOG = LoggerFactory.getLogger(Following.class);

    /** No longer than a server lets requests wait by default. */
    private static final Duration POLL = Duration.ofSeconds(25);

    private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(5);

    private static final Duration BETWEEN_POLLS = Duration.ofSeconds(1);

    /** As many as a server lets one request ask about. */
    private static final int LOCKS_MAX = 1_000;

    private final Api api;
    private final Consumer<Set<LockId>> over;

    /** By which a server knows that the watch before this one is of no use any more. */
    private final String name = UUID.randomUUID().toString();

    /** Those that were there the last time: a lock that is held for a moment only is not worth a request. */
    private Set<LockId> seen = Set.of();

    private Set<LockId> followed = Set.of();
    private @Nullable Thread poll;
    private boolean closed;

    /** @param over is told which locks may be over; does not wait for anything */
    Following(Api api, Consumer<Set<LockId>> over) {
        this.api = api;
        this.over = over;
    }

    /** These are held now. */
    synchronized void follow(List<Hold> holds) {
        Map<LockId, Hold> settled = new HashMap<>();
        for (Hold hold : holds) {
            if (seen.contains(hold.id()) && settled.size() < LOCKS_MAX) {
                settled.put(hold.id(), hold);
            }
        }
        seen = holds.stream().map(Hold::id).collect(Collectors.toUnmodifiableSet());
        if (holds.isEmpty() || closed) {
            stop();
        } else if (!followed.containsAll(settled.keySet())) {
            stop();
            followed = Set.copyOf(settled.keySet());
            poll =
                    Thread.ofVirtual()
                            .name("holdfast-following")
                            .start(() -> ask(new HashMap<>(settled)));
        }
    }

    synchronized void close() {
        closed = true;
        stop();
    }

    private void stop() {
        followed = Set.of();
        if (poll != null) {
            poll.interrupt();
            poll = null;
        }
    }

    static void write(JsonGenerator json, Hold hold) {
        json.writeStringProperty("lock_id", hold.id().text());
        json.writeStringProperty("resource", hold.resource().root().text());
    }

    private void ask(Map<LockId, Hold> holds) {
        try {
            while (!holds.isEmpty()) {
                long began = System.nanoTime();
                Set<LockId> ended = askOnce(holds);
                if (!ended.isEmpty()) {
                    holds.keySet().removeAll(ended);
                    over.accept(ended);
                } else {
                    // Not every server, or proxy before it, lets requests wait.
                    rest(BETWEEN_POLLS.minusNanos(System.nanoTime() - began));
                }
            }
        } catch (InterruptedException e) {
            // There are others to ask about, or none.
        } catch (InvalidRequestException e) {
            LOG.debug("what becomes of locks is told by heartbeats alone: {}", e.getMessage());
        }
    }

    private Set<LockId> askOnce(Map<LockId, Hold> holds) throws InterruptedException {
        try {
            Api.Reply reply =
                    api.ask(
                            Request.post(
                                            "/v1/locks/watch",
                                            json -> {
                                                json.writeStringProperty("watcher", name);
                                                Body.objects(
                                                        json,
                                                        "locks",
                                                        holds.values(),
                                                        Following::write);
                                            })
                                    .waiting(POLL));
            if (reply.isGood()) {
                var ended = new HashSet<LockId>();
                reply.fields().texts("over").forEach(text -> ended.add(new LockId(text)));
                return ended;
            }
            LOG.debug("no answer about locks: {}", reply.detail());
        } catch (StoreException | NotPermittedException e) {
            // A credential that has run out, or is being changed, may be good the next time.
            LOG.debug("no answer about locks", e);
        }
        rest(AFTER_A_FAILURE);
        return Set.of();
    }

    private static void rest(Duration time) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(time.toMillis());
    }
}
