package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.engine.RemoteCallers;
import holdfast.engine.RemoteGlobalLock;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.RenewOutcome;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.keys.Keys;
import holdfast.rulebook.Rulebook;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Heartbeats: one lock, or all locks of a process in one request. */
final class RenewRoutes {
    private static final int LOCKS_MAX = 1_000;

    private final LockEngine engine;
    private final Finder finder;
    private final RemoteGlobalLock everything;
    private final KnownHolds known = new KnownHolds(System::nanoTime);

    RenewRoutes(LockEngine engine, Finder finder, RemoteGlobalLock everything) {
        this.engine = engine;
        this.finder = finder;
        this.everything = everything;
    }

    void addTo(Routes routes) {
        routes.postAlways("/v1/locks/renew", this::renewAll)
                .postAlways("/v1/locks/{lock_id}/renew", this::renewOne);
    }

    /** What a caller asks for. */
    private record Wish(LockId lock, Optional<Root> root, Optional<Duration> lease) {
        static Wish read(LockId lock, Fields fields) {
            var wish =
                    new Wish(
                            lock,
                            fields.text("resource").map(Keys::parse).map(Resource::root),
                            fields.seconds("lease_seconds"));
            fields.end();
            return wish;
        }
    }

    private Reply renewOne(Call call) throws InterruptedException {
        Wish wish = Wish.read(call.lockId(), call.body());
        Optional<RemoteCallers.Beat> seen = seen(call, wish);
        RemoteCallers.Beat beat =
                seen.isPresent()
                        ? seen.get()
                        : beat(call, wish, engine.look(finder.root(wish.lock(), wish.root())));
        RenewOutcome outcome = everything.renew(List.of(beat)).getFirst();
        return switch (outcome) {
            case RenewOutcome.Renewed renewed -> {
                Done done = done(beat, renewed);
                yield Reply.json(Statuses.OK, json -> LockJson.write(json, done.hold(), done.at()));
            }
            case RenewOutcome.Lost lost -> throw lost(wish.lock(), lost);
        };
    }

    /** For a lock that was looked at not long ago: then the heartbeat is all that the store is asked. */
    private Optional<RemoteCallers.Beat> seen(Call call, Wish wish) {
        return known.find(wish.lock())
                .filter(hold -> wish.root().map(hold.resource().root()::equals).orElse(true))
                .map(hold -> beat(call, wish, hold));
    }

    private RemoteCallers.Beat beat(Call call, Wish wish, RootView view) {
        Hold hold = finder.live(call, wish.lock(), view).hold();
        if (!Rulebook.isRenewable(hold)) {
            throw finder.lost(wish.lock(), null);
        }
        RemoteCallers.Beat beat = beat(call, wish, hold);
        known.saw(hold);
        return beat;
    }

    private RemoteCallers.Beat beat(Call call, Wish wish, Hold hold) {
        call.require(Deed.RENEW, hold.resource(), hold.owner());
        Duration lease = wish.lease().orElse(hold.terms().lease());
        engine.settings().rules().limits().checkLease(lease);
        return new RemoteCallers.Beat(hold, lease);
    }

    private Problem lost(LockId lock, RenewOutcome.Lost lost) {
        known.over(lock);
        return finder.lost(lock, lost.ending());
    }

    /** A lock after its heartbeat. */
    private record Done(Hold hold, StoreTime at) {}

    private Done done(RemoteCallers.Beat beat, RenewOutcome.Renewed renewed) {
        var done = new Done(beat.hold().renewed(beat.lease(), renewed.at()), renewed.at());
        known.renewed(done.hold());
        return done;
    }

    /** Each lock is answered for itself: one that is lost does not keep the others from being renewed. */
    private Reply renewAll(Call call) throws InterruptedException {
        Fields body = call.body();
        List<Fields> items = body.objects("locks");
        body.end();
        if (items.size() > LOCKS_MAX) {
            throw new InvalidRequestException(
                    "one request renews at most " + LOCKS_MAX + " locks, not " + items.size());
        }
        List<Wish> wishes =
                items.stream()
                        .map(item -> Wish.read(new LockId(item.requiredText("lock_id")), item))
                        .toList();
        Map<LockId, Problem> problems = new ConcurrentHashMap<>();
        var beats = new ArrayList<RemoteCallers.Beat>();
        var unseen = new ArrayList<Wish>();
        for (Wish wish : wishes) {
            attempt(problems, wish, () -> seen(call, wish))
                    .ifPresent(found -> found.ifPresentOrElse(beats::add, () -> unseen.add(wish)));
        }
        Map<Root, List<Wish>> groups = byRoot(unseen, problems);
        Together.each(
                        List.copyOf(groups.entrySet()),
                        group -> beats(call, group.getKey(), group.getValue(), problems))
                .forEach(beats::addAll);
        return answer(wishes, renew(beats, problems), problems);
    }

    /** Those that need one look at the store. All that are not said to be anywhere are searched for at once. */
    private Map<Root, List<Wish>> byRoot(List<Wish> wishes, Map<LockId, Problem> problems)
            throws InterruptedException {
        Set<LockId> anywhere =
                wishes.stream()
                        .filter(wish -> wish.root().isEmpty())
                        .map(Wish::lock)
                        .collect(Collectors.toSet());
        Map<LockId, Root> found = Map.of();
        try {
            found = finder.roots(anywhere);
            for (LockId lock : anywhere) {
                if (!found.containsKey(lock)) {
                    problems.put(lock, Problems.lost(lock, null));
                }
            }
        } catch (StoreException e) {
            anywhere.forEach(lock -> problems.put(lock, Problems.of(e)));
        }
        Map<Root, List<Wish>> groups = new LinkedHashMap<>();
        for (Wish wish : wishes) {
            Root root = wish.root().orElse(found.get(wish.lock()));
            if (root != null) {
                groups.computeIfAbsent(root, key -> new ArrayList<>()).add(wish);
            }
        }
        return groups;
    }

    private List<RemoteCallers.Beat> beats(
            Call call, Root root, List<Wish> group, Map<LockId, Problem> problems) {
        RootView view;
        try {
            view = engine.look(root);
        } catch (StoreException e) {
            group.forEach(wish -> problems.put(wish.lock(), Problems.of(e)));
            return List.of();
        }
        return group.stream()
                .flatMap(wish -> attempt(problems, wish, () -> beat(call, wish, view)).stream())
                .toList();
    }

    /** Empty if it cannot be done for this one; then the others are renewed all the same. */
    private static <T> Optional<T> attempt(
            Map<LockId, Problem> problems, Wish wish, Supplier<T> doing) {
        try {
            return Optional.of(doing.get());
        } catch (Problem e) {
            problems.put(wish.lock(), e);
        } catch (InvalidRequestException e) {
            problems.put(wish.lock(), Problems.of(e));
        } catch (StoreException e) {
            problems.put(wish.lock(), Problems.of(e));
        }
        return Optional.empty();
    }

    private Map<LockId, Done> renew(List<RemoteCallers.Beat> beats, Map<LockId, Problem> problems) {
        List<RenewOutcome> outcomes = everything.renew(beats);
        Map<LockId, Done> done = new HashMap<>();
        for (int i = 0; i < beats.size(); i++) {
            LockId lock = beats.get(i).hold().id();
            switch (outcomes.get(i)) {
                case RenewOutcome.Renewed renewed -> done.put(lock, done(beats.get(i), renewed));
                case RenewOutcome.Lost lost -> problems.put(lock, lost(lock, lost));
            }
        }
        return done;
    }

    private static Reply answer(
            List<Wish> wishes, Map<LockId, Done> done, Map<LockId, Problem> problems) {
        return Reply.json(
                Statuses.OK,
                json ->
                        Json.array(
                                json,
                                "locks",
                                wishes.stream().map(Wish::lock).distinct().toList(),
                                (out, lock) -> {
                                    Done renewed = done.get(lock);
                                    Problem problem = problems.get(lock);
                                    if (renewed != null) {
                                        LockJson.writeBeat(out, renewed.hold(), renewed.at());
                                    } else if (problem != null) {
                                        problem.writeIn(out, lock);
                                    }
                                }));
    }
}
