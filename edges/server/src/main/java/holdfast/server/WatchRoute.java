package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.engine.RootWatch;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.keys.Keys;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells a holder at once when one of its locks is over: it asks about all that it has in one request, which is answered when there is
 * something to say. It is a hint, beside the heartbeats, which tell how a lock ended.
 */
final class WatchRoute {
    private static final int LOCKS_MAX = 1_000;

    private final LockEngine engine;
    private final Duration longest;
    private final Slots watches;

    /** The one watch of each watcher that named itself. */
    private final Map<String, Watcher> watchers = new ConcurrentHashMap<>();

    WatchRoute(LockEngine engine, ServerLimits limits) {
        this.engine = engine;
        this.longest = limits.longestPoll();
        this.watches = new Slots("watches", limits.waitersMax(), limits.waitersOfOneMax());
    }

    int watching() {
        return watches.taken();
    }

    void addTo(Routes routes) {
        routes.postNamed("/v1/locks/watch", this::watch);
    }

    private Reply watch(Call call) throws InterruptedException {
        Fields body = call.body();
        Optional<String> name = body.text("watcher");
        Map<Root, Set<LockId>> locks = locks(body);
        // Whoever asks anew does not read the answer to what it asked before.
        Optional<String> known = name.map(text -> call.key() + " " + new RequestId(text).text());
        known.map(watchers::get).ifPresent(Watcher::close);
        try (Watcher watcher = watcher(call, locks)) {
            known.map(id -> watchers.put(id, watcher)).ifPresent(Watcher::close);
            try {
                return answer(await(call, locks, watcher));
            } finally {
                known.ifPresent(id -> watchers.remove(id, watcher));
            }
        }
    }

    private Watcher watcher(Call call, Map<Root, Set<LockId>> locks) {
        Slots.Taken slot = watches.take(call.key());
        boolean begun = false;
        try {
            var watcher = new Watcher(slot, engine.remote().watch(locks));
            begun = true;
            return watcher;
        } finally {
            if (!begun) {
                slot.close();
            }
        }
    }

    private List<LockId> await(Call call, Map<Root, Set<LockId>> locks, Watcher watcher)
            throws InterruptedException {
        Duration patience = call.patience(longest);
        long began = System.nanoTime();
        // The watch has begun, so nothing that happens meanwhile is missed.
        List<LockId> over = over(call, locks, locks.keySet());
        Duration left = patience;
        while (over.isEmpty() && left.isPositive() && !watcher.isLeft()) {
            requireOpen();
            Set<Root> touched = watcher.watch().await(left);
            requireOpen();
            over = over(call, locks, touched);
            left = patience.minusNanos(System.nanoTime() - began);
        }
        return over;
    }

    /** Someone whose answer waits. It is let go, and its slot is free, when it asks anew. */
    private static final class Watcher implements AutoCloseable {
        private final Slots.Taken slot;
        private final RootWatch watch;
        private final AtomicBoolean left = new AtomicBoolean();

        Watcher(Slots.Taken slot, RootWatch watch) {
            this.slot = slot;
            this.watch = watch;
        }

        RootWatch watch() {
            return watch;
        }

        boolean isLeft() {
            return left.get();
        }

        @Override
        public void close() {
            if (left.compareAndSet(false, true)) {
                slot.close();
                watch.close();
                watch.wake();
            }
        }
    }

    /** Looked at after the watch began, too: whoever closes wakes only those who watch already. */
    private void requireOpen() {
        if (engine.remote().isClosed()) {
            throw new Problem(ErrorCode.BACKEND_ERROR, "the server stops; ask another")
                    .withHeader("Retry-After", "1");
        }
    }

    private static Map<Root, Set<LockId>> locks(Fields body) {
        List<Fields> items = body.objects("locks");
        body.end();
        if (items.isEmpty() || items.size() > LOCKS_MAX) {
            throw new InvalidRequestException(
                    "one request watches 1 to " + LOCKS_MAX + " locks, not " + items.size());
        }
        Map<Root, Set<LockId>> locks = new HashMap<>();
        for (Fields item : items) {
            var lock = new LockId(item.requiredText("lock_id"));
            Root root = Keys.parse(item.requiredText("resource")).root();
            item.end();
            locks.computeIfAbsent(root, key -> new HashSet<>()).add(lock);
        }
        return locks;
    }

    private List<LockId> over(Call call, Map<Root, Set<LockId>> locks, Collection<Root> looked) {
        var over = new ArrayList<LockId>();
        for (Root root : looked) {
            var watched = new HashSet<>(locks.getOrDefault(root, Set.of()));
            RootView view = engine.look(root);
            for (Hold hold : view.holds()) {
                if (hold.isLive(view.now()) && watched.remove(hold.id())) {
                    call.require(Deed.RENEW, hold.resource(), hold.owner());
                }
            }
            over.addAll(watched);
        }
        return over;
    }

    private static Reply answer(List<LockId> over) {
        return Reply.json(
                Statuses.OK,
                json -> Json.texts(json, "over", over.stream().map(LockId::text).toList()));
    }
}
