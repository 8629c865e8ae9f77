package holdfast.engine;

import holdfast.model.AcquireRequest;
import holdfast.model.Ending;
import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.rulebook.Circumstances;
import holdfast.rulebook.Decision;
import holdfast.rulebook.Rulebook;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import holdfast.store.StoreException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides, commits, and decides again with the fresh root when others were faster. A commit whose answer was lost is not
 * repeated: the root is read back and the request, known by its id, gets the answer that it had.
 */
final class CommitLoop {
    private static final Logger LOG = LoggerFactory.getLogger(CommitLoop.class);

    /** A store that loses so many answers of one call is broken, and says itself best how. */
    private static final int LOST_ANSWERS_MAX = 3;

    private final LockStore store;
    private final EngineHost host;
    private final EngineId engine;
    private final Rulebook rulebook;
    private final FreezeWatch freezes;
    private final int attemptsMax;
    private final Aftermath aftermath;
    private final RootCache cache;
    private final Riders riders = new Riders();

    /** Whether the store was seen to say how many wait after a commit. */
    private volatile boolean counted;

    /** Is told of every commit of this engine, on the thread that made it. */
    interface Aftermath {
        void committed(Made made);

        /** The answer to a commit on this root was lost: it may have been made. */
        default void unanswered(Root root) {}
    }

    /**
     * A commit that was made.
     *
     * @param sentAt the host's time before it was sent
     * @param holds those that it was decided with
     */
    record Made(Commit commit, Stamp stamp, HostTime sentAt, List<Hold> holds) {
        /** The hold as it was before. */
        Optional<Hold> hold(Token token) {
            return holds.stream().filter(hold -> hold.token().equals(token)).findFirst();
        }

        /** Whether somebody lost a lock by it, and did not give it back. */
        boolean takesAway() {
            for (Change change : commit.changes()) {
                if (change instanceof Change.End end
                        && !(end.ending() instanceof Ending.Released)) {
                    return true;
                }
            }
            return false;
        }

        /** The locks that are over by it, however they ended. */
        Set<LockId> over() {
            var over = new HashSet<LockId>();
            for (Change change : commit.changes()) {
                if (change instanceof Change.End end) {
                    over.add(end.hold().id());
                }
            }
            return over;
        }
    }

    /**
     * A rule's answer, and how the root looked to it.
     *
     * @param made null if there was nothing to commit
     */
    record Done<A>(A answer, RootView view, @Nullable Made made) {}

    /** A rule, given how the root looks and what else counts. */
    interface Rule<A> extends BiFunction<RootView, Circumstances, Decision<A>> {}

    /** What is decided with, and whether it was seen during this call. */
    private record Look(RootView view, Age age) {
        enum Age {
            FRESH,
            REMEMBERED
        }
    }

    CommitLoop(Site site, EngineSettings settings, Aftermath aftermath) {
        this.store = site.store();
        this.host = site.host();
        this.engine = site.engine();
        this.cache = new RootCache(host);
        this.rulebook = new Rulebook(settings.rules());
        this.freezes = new FreezeWatch(store, host);
        this.attemptsMax = settings.commitAttemptsMax();
        this.aftermath = aftermath;
    }

    Rulebook rulebook() {
        return rulebook;
    }

    FreezeWatch freezes() {
        return freezes;
    }

    /** Takes note of how a root looks. */
    void saw(RootView view) {
        cache.saw(view);
    }

    /** Decides with a fresh look. */
    <A> Done<A> decide(Root root, Interest interest, Rule<A> rule) {
        return decide(new Look(store.read(root, interest), Look.Age.FRESH), interest, rule);
    }

    /** Decides with what is remembered of the root if it is good for that, which saves the look. */
    <A> Done<A> decideWarm(Root root, Interest interest, Predicate<RootView> good, Rule<A> rule) {
        Optional<RootView> known = cache.find(root).filter(good);
        return known.isPresent()
                ? decide(new Look(known.get(), Look.Age.REMEMBERED), interest, rule)
                : decide(root, interest, rule);
    }

    /**
     * What is remembered of a root that a commit of this engine has just handed over to one who waited in it: so it will soon do so again.
     * Only if the store counts, or the engine would have to look at who went along.
     */
    Optional<RootView> handedOverJustNow(Root root) {
        return counted
                ? cache.find(root, Riders.MOMENT)
                        .filter(view ->
                                view.holds().stream().anyMatch(hold -> isOurNew(hold, view.now())))
                : Optional.empty();
    }

    private boolean isOurNew(Hold hold, StoreTime now) {
        return hold.engine().equals(engine)
                && hold.acquiredAt().until(now).compareTo(Riders.MOMENT) < 0;
    }

    Riders riders() {
        return riders;
    }

    /** Decides with a fresh look, for a caller who does not know whether a commit before was made. */
    <A> Done<A> decideInDoubt(Root root, Interest interest, Rule<A> rule) {
        var doubt = new Doubt();
        doubt.lostAnswers++;
        try {
            return decide(
                    new Look(store.read(root, interest), Look.Age.FRESH), interest, rule, doubt);
        } catch (StoreException.OutcomeUnknown e) {
            throw e;
        } catch (StoreException e) {
            throw doubt.about(root, e);
        }
    }

    private <A> Done<A> decide(Look first, Interest interest, Rule<A> rule) {
        var doubt = new Doubt();
        try {
            return decide(first, interest, rule, doubt);
        } catch (StoreException.OutcomeUnknown e) {
            throw e;
        } catch (StoreException e) {
            throw doubt.lostAnswers > 0 ? doubt.about(first.view().root(), e) : e;
        }
    }

    /** Whether answers to commits of this call were lost: then no later failure means that nothing was written. */
    private static final class Doubt {
        private int lostAnswers;

        StoreException about(Root root, StoreException later) {
            return new StoreException.OutcomeUnknown(
                    "a write to '"
                            + root
                            + "' may or may not have happened, and reading back failed: "
                            + later.getMessage(),
                    later);
        }
    }

    private <A> Done<A> decide(Look first, Interest interest, Rule<A> rule, Doubt doubt) {
        Look look = first;
        Root root = first.view().root();
        for (int attempt = 1; attempt <= attemptsMax; attempt++) {
            RootView view = look.view();
            if (look.age() == Look.Age.FRESH) {
                cache.saw(view);
            }
            Decision<A> decision = rule.apply(view, circumstances(view));
            Commit commit = decision.commit();
            if (commit == null && look.age() == Look.Age.FRESH) {
                return new Done<>(decision.answer().apply(unstamped(view)), view, null);
            }
            Sent sent =
                    commit == null
                            ? Sent.NOTHING
                            : send(trip(attempt, commit.withInterest(interest), view), view, doubt);
            if (sent.made() != null) {
                return done(view, decision, sent.made());
            }
            look = look(sent.refused(), root, interest);
        }
        throw new StoreException.Unavailable(
                "gave up after "
                        + attemptsMax
                        + " attempts: others changed '"
                        + root
                        + "' each time",
                null);
    }

    /** What became of a commit; of neither if there was none, or its answer was lost. */
    private record Sent(@Nullable Made made, CommitResult.@Nullable Refused refused) {
        static final Sent NOTHING = new Sent(null, null);
    }

    /** Whom others were faster than has no time for company. */
    private Riders.Trip trip(int attempt, Commit commit, RootView view) {
        return attempt == 1 ? riders.on(commit, view) : Riders.alone(commit);
    }

    private Sent send(Riders.Trip company, RootView view, Doubt doubt) {
        try (Riders.Trip trip = company) {
            Commit commit = trip.commit();
            HostTime sentAt = HostTime.of(host);
            return switch (send(commit.withInterest(wider(view, commit)), doubt)) {
                case CommitResult.Committed committed -> {
                    note(view, commit, committed);
                    var made = new Made(commit, committed.stamp(), sentAt, view.holds());
                    trip.arrived(made);
                    yield new Sent(made, null);
                }
                case CommitResult.Refused refused -> {
                    trip.refused();
                    yield new Sent(null, refused);
                }
                case null -> Sent.NOTHING;
            };
        }
    }

    /** What a confirmation without a look made the request's. */
    record Confirmed(Hold hold, Made made) {}

    /**
     * Confirms what the request was offered, without a look before it. Empty if it is not the request's, or if that is not known: who
     * asks as usual is told then.
     */
    Optional<Confirmed> confirm(AcquireRequest request, Token offered) {
        Commit commit = rulebook.confirmation(request, offered);
        Root root = commit.root();
        HostTime sentAt = HostTime.of(host);
        return switch (send(commit, new Doubt())) {
            case CommitResult.Committed(Stamp stamp, @Nullable RootView shown) -> {
                RootView after = shown == null ? store.read(root, commit.interest()) : shown;
                cache.saw(after);
                var made = new Made(commit, stamp, sentAt, after.holds());
                aftermath.committed(made);
                yield rulebook.confirmed(after, request, offered)
                        .map(hold -> new Confirmed(hold, made));
            }
            case CommitResult.Refused(RootView view) -> {
                cache.saw(view);
                yield Optional.empty();
            }
            case null -> Optional.empty();
        };
    }

    /** Who comes to hold what others wait for will hand it over: that decision needs to know to whom. */
    private Interest wider(RootView view, Commit commit) {
        Interest interest = commit.interest();
        if (view.waiting() == 0
                || commit.changes().stream().noneMatch(this::isOursToEnd)
                || Foresight.showsWhoIsNext(view, commit, counted)) {
            return interest;
        }
        long ours =
                view.waiters().stream().filter(waiter -> waiter.engine().equals(engine)).count();
        // Only who sees them all knows who comes after the next.
        return ours > 1 && view.waiting() <= Interest.FAR
                ? interest.alwaysFar()
                : interest.always();
    }

    private boolean isOursToEnd(Change change) {
        return change instanceof Change.Extend
                || (change instanceof Change.Grant grant && grant.draft().engine().equals(engine));
    }

    private void note(RootView before, Commit commit, CommitResult.Committed committed) {
        counted = committed.stamp().tally() != null;
        if (committed.after() == null) {
            cache.committed(before, commit, committed.stamp());
        } else {
            cache.saw(committed.after());
        }
    }

    private Look look(CommitResult.@Nullable Refused refused, Root root, Interest interest) {
        return new Look(
                refused == null ? store.read(root, interest) : refused.view(), Look.Age.FRESH);
    }

    /** Null if the answer was lost. */
    private @Nullable CommitResult send(Commit commit, Doubt doubt) {
        try {
            return store.commit(List.of(commit)).get(0);
        } catch (StoreException.OutcomeUnknown e) {
            cache.forget(commit.root());
            doubt.lostAnswers++;
            aftermath.unanswered(commit.root());
            if (doubt.lostAnswers == LOST_ANSWERS_MAX) {
                throw e;
            }
            LOG.debug("the answer to a commit on '{}' was lost, reading back", commit.root(), e);
            return null;
        }
    }

    private <A> Done<A> done(RootView view, Decision<A> decision, Made made) {
        aftermath.committed(made);
        if (decision.more() == Decision.More.UNSETTLED) {
            settleTheRest(view.root());
        }
        return new Done<>(decision.answer().apply(made.stamp()), view, made);
    }

    private void settleTheRest(Root root) {
        try {
            settle(root);
        } catch (StoreException e) {
            // The commit before it stands; whoever still waits looks again by itself.
            LOG.warn("not all waiters of '{}' were granted at once: {}", root, e.getMessage());
        }
    }

    /** Ends what has lapsed in the root and grants what is free. */
    void settle(Root root) {
        decide(root, Interest.NONE, rulebook::settle);
    }

    /** Settles and clears away lapsed places in line. */
    void sweep(Root root) {
        decide(root, Interest.NONE, rulebook::sweep);
    }

    private static Stamp unstamped(RootView view) {
        return new Stamp(view.now(), 0, view.version(), Set.of());
    }

    Circumstances circumstances(RootView view) {
        return new Circumstances(engine, freezes.goodAt(view.now()), host.random());
    }
}
