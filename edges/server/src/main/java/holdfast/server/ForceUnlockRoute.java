package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.engine.RemoteGlobalLock;
import holdfast.model.Ending;
import holdfast.model.ForceUnlockOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.Quarantine;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.keys.Keys;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Takes locks away from their owners. */
final class ForceUnlockRoute {
    private static final int LOCKS_MAX = 1_000;

    private final LockEngine engine;
    private final Finder finder;
    private final Witness witness;
    private final RemoteGlobalLock everything;

    ForceUnlockRoute(
            LockEngine engine, Finder finder, Witness witness, RemoteGlobalLock everything) {
        this.engine = engine;
        this.finder = finder;
        this.witness = witness;
        this.everything = everything;
    }

    void addTo(Routes routes) {
        routes.post("/v1/locks/force-unlock", this::several)
                .post("/v1/locks/{lock_id}/force-unlock", this::one);
    }

    private Reply one(Call call) throws InterruptedException {
        return unlock(call, Set.of(call.lockId()), call.body());
    }

    private Reply several(Call call) throws InterruptedException {
        Fields body = call.body();
        var locks = new LinkedHashSet<LockId>();
        List<String> named = body.textList("lock_ids");
        if (named.isEmpty()) {
            throw new InvalidRequestException("field 'lock_ids' names no lock");
        }
        if (named.size() > LOCKS_MAX) {
            throw new InvalidRequestException(
                    "one request unlocks at most " + LOCKS_MAX + " locks, not " + named.size());
        }
        named.forEach(text -> locks.add(new LockId(text)));
        return unlock(call, locks, body);
    }

    private Reply unlock(Call call, Set<LockId> locks, Fields body) throws InterruptedException {
        Optional<Root> named = body.text("resource").map(Keys::parse).map(Resource::root);
        String reason = body.requiredText("reason");
        Quarantine quarantine =
                body.seconds("quarantine_seconds")
                        .map(ForceUnlockRoute::quarantine)
                        .orElseGet(Quarantine::usual);
        String by = body.text("by").orElse(call.caller().name());
        body.end();
        String who = call.caller() instanceof LocalCaller ? by : call.caller().name();
        var request = new ForceUnlockRequest(locks, who, reason, quarantine);
        Optional<Before> before = call.first().noted().map(Before::read);
        Root root = finder.root(locks.iterator().next(), named.or(() -> before.map(Before::root)));
        Map<LockId, Hold> found =
                engine.look(root).holds().stream()
                        .filter(hold -> locks.contains(hold.id()))
                        .collect(Collectors.toMap(Hold::id, hold -> hold));
        if (before.isPresent() && found.isEmpty()) {
            // None of them ever comes back, so nothing more can be done to them.
            return answer(call, root, request);
        }
        List<Witness.Target> targets =
                locks.stream().map(lock -> target(root, lock, found.get(lock))).toList();
        targets.forEach(target -> call.require(Deed.FORCE_UNLOCK, target.resource()));
        witness.beforeForceUnlock(new Witness.Act(who, call.caller().identity(), reason), targets);
        List<Hold> there = locks.stream().map(found::get).filter(Objects::nonNull).toList();
        call.first().begins(new Before(root, reply(there)).written());
        return answer(call, root, request);
    }

    private Reply answer(Call call, Root root, ForceUnlockRequest request) {
        return switch (engine.forceUnlock(root, request)) {
            case ForceUnlockOutcome.Unlocked unlocked -> {
                unlocked.ended().forEach(hold -> everything.ended(hold, request.by()));
                yield reply(unlocked.ended());
            }
            case ForceUnlockOutcome.Gone gone -> {
                everything.liftWhatIsOver(root, request.by());
                Optional<Before> before = call.first().noted().map(Before::read);
                var thus = new Ending.Forced(request.by(), request.reason());
                if (before.isPresent() && gone.endings().containsValue(thus)) {
                    yield before.get().answer();
                }
                LockId first = request.locks().iterator().next();
                throw Problems.lost(first, gone.endings().get(first));
            }
        };
    }

    /** What is noted before locks are taken away: where they are, and what is said when it is done. */
    private record Before(Root root, Reply answer) {
        private static final String BETWEEN = "\n";

        String written() {
            return root.text() + BETWEEN + answer.text();
        }

        static Before read(String note) {
            String[] parts = note.split(BETWEEN, 2);
            return new Before(new Root(parts[0]), Reply.again(parts[1]));
        }
    }

    private static Witness.Target target(Root root, LockId lock, @Nullable Hold hold) {
        return hold == null
                ? new Witness.Target(lock, Resource.parse(root.text()), null)
                : new Witness.Target(lock, hold.resource(), hold.owner());
    }

    private static Quarantine quarantine(Duration duration) {
        return duration.isZero() ? new Quarantine.Skipped() : new Quarantine.For(duration);
    }

    private static Reply reply(List<Hold> ended) {
        return Reply.json(
                Statuses.OK,
                json ->
                        Json.array(
                                json,
                                "unlocked",
                                ended,
                                (out, hold) -> LockJson.write(out, hold, hold.heartbeatAt())));
    }
}
