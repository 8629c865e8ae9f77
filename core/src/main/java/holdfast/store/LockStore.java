package holdfast.store;

import holdfast.model.AuditEntry;
import holdfast.model.EngineId;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import holdfast.model.Waiter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where holds and waiters live. A store checks conditions, applies small changes and stamps them with its own time; every rule
 * about locks is in the rulebook.
 *
 * <p><b>Time.</b> One clock judges everything in the store, and it never goes back: the time of a commit or a look is at least
 * that of every commit before it. A store may promise that for each root only, and says so. {@link Condition.NotAfter} is judged
 * by a time that is not before that of any list of freezes either, or grants would come into a freeze when the clock is set back.
 *
 * <p><b>Numbers.</b> A commit that grants or joins takes numbers for its root: the first is
 * {@code max(last number of the root + 1, store time in microseconds)}, or what {@code RaiseNumbers} asks if that is more, and each further grant or join of the commit counts up
 * by one. Version and epoch are likewise numbers that only grow. They outlive the last hold of a root: a vacant root is
 * remembered for at least {@link #REMEMBERED_FOR}.
 *
 * <p><b>Memory of requests.</b> A request is live exactly as long as a waiter or a claim of a hold is there under its id, lapsed
 * or not. How a request ended is kept for {@link #REMEMBERED_FOR}, unless {@link #REMEMBERED_PER_ROOT} later changes that
 * remember an end in the same root push it out; it is not shown while the request is live, and it is again when it is not.
 *
 * <p><b>Failure.</b> Every method may throw a {@link StoreException}; only {@code commit}, {@code placeFreeze} and
 * {@code liftFreeze} may throw {@link StoreException.OutcomeUnknown}, and only they may have written.
 *
 * <p>Keep this interface small: each method costs one implementation per store and one block of contract tests. Safe for use by
 * many threads.
 */
public interface LockStore extends AutoCloseable {
    Duration REMEMBERED_FOR = Duration.ofDays(7);
    int REMEMBERED_PER_ROOT = 1_000;

    /** How many waiters of one (path, shared) a look shows: as many as one commit may grant. */
    int SHARERS_SHOWN = 64;

    /** How many waiters of owners who hold something in the root a look shows. */
    int INSIDERS_SHOWN = 64;

    /**
     * Hears, before it is asked anything else, that this owner wants a lock that it does not have yet. Stores need not care. What
     * is put around one may refuse the newcomer here, with {@link StoreException.Unavailable}: whoever renews, waits or gives back
     * is never announced, and so never refused in this way.
     */
    default void announce(Owner newcomer) {}

    /**
     * Looks at a root. Sees every commit that returned before this call began.
     *
     * <p>The view shows all holds and, of the live waiters, those that may be next: for each path and mode that somebody waits
     * for, the earliest in turn order (for {@code SHARED} the earliest {@link #SHARERS_SHOWN}) and the earliest whose owner is
     * another than the first one's; the earliest {@link #INSIDERS_SHOWN} whose owner has a hold in this root; and those of the
     * interest's owners and requests. A waiter is shown once. A lapsed waiter is never shown, except for the interest's requests.
     *
     * <p>A commit may show more of an exclusive line ({@link Interest.When#ALWAYS_FAR}), as long as it leaves out nobody between those: then
     * who hands over knows also who is next after that. And a store may show the last of each path and mode as tails: whoever joins behind one depends on nobody
     * who is about to go.
     */
    RootView read(Root root, Interest interest);

    /**
     * Makes each commit, in any order, each all or nothing by itself. A refused one does not hinder the others. The answers are
     * in the order of the commits. A commit made twice is two commits: conditions are what protects from a repetition.
     */
    List<CommitResult> commit(List<Commit> commits);

    /** Whether a list over all roots costs no more than it shows. If not, everything is read for it, and it should not be asked for often. */
    default boolean isIndexed() {
        return true;
    }

    /**
     * Holds of all roots, by root and then by token, after the cursor or from the start. A page that goes on after the last hold of
     * another may show the moment of that one, if it was a few seconds ago.
     */
    HoldPage holds(@Nullable HoldCursor after, int limit);

    /** The waiters of a root by turn, the lapsed ones included. */
    List<Waiter> queue(Root root, int limit);

    /** Roots that somebody waits for, in order, after the given one or from the start. */
    List<Root> waitingRoots(@Nullable Root after, int limit);

    /** The root in which a hold with this id is, live or lapsed. */
    Optional<Root> rootOf(LockId lock);

    /** The same for many: those that are found. A store for which each would be a look at everything makes one look for all. */
    default Map<LockId, Root> rootsOf(Set<LockId> locks) {
        Map<LockId, Root> roots = new HashMap<>();
        locks.forEach(lock -> rootOf(lock).ifPresent(root -> roots.put(lock, root)));
        return roots;
    }

    /**
     * The roots in which the owner waits, live or lapsed, and those in which it has a hold and somebody waits: all that waits between
     * owners can depend on. Others of its roots may be among them.
     */
    Set<Root> entangling(OwnerId owner);

    /** Some roots with a lapsed hold or a lapsed waiter. */
    List<Root> lapsed(int limit);

    /** All freezes that have not been lifted and have not ended. */
    Freezes freezes();

    /**
     * Places a freeze in the place of another with the same id, or of none, and writes the audit entry with it; empty, and nothing
     * written, if what is there is not what it may replace.
     */
    Optional<Freeze> placeFreeze(FreezeDraft draft, Predecessor replaced, AuditEntry audit);

    /** Places a freeze, whatever it replaces. */
    default Freeze placeFreeze(FreezeDraft draft, AuditEntry audit) {
        return placeFreeze(draft, new Predecessor.Any(), audit).orElseThrow();
    }

    /**
     * Ends a freeze, and writes the audit entry with it; empty, and nothing written, if it is not there any more, or another of the
     * same id, which began at another time.
     */
    Optional<Freeze> liftFreeze(Freeze seen, AuditEntry audit);

    /** The latest entries of the audit trail, newest first. */
    List<AuditRecord> audit(int limit);

    /** Keeps the proposal if nothing was agreed yet; answers what is agreed. */
    Agreement agree(Agreement proposal);

    /**
     * Calls the listener soon after a commit that tells this engine, from any process; possibly twice, possibly never. The
     * listener is called on a thread of the store and must not block. Closing ends it.
     */
    Listening listen(EngineId engine, Consumer<Notice> listener);

    @Override
    void close();

    /** A subscription; closing it twice is harmless. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }
}
