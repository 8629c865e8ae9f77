package holdfast.state;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.engine.LockEvent;
import holdfast.engine.LockService;
import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.store.DocumentStore;
import holdfast.store.HoldPage;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps {@code state.json.lock} of states as their locks are, for people who look at the files. All of it is done by a thread of its own, which
 * asks the locks' store who holds a state and writes that down; so it does not matter who does it, or how often. Nobody waits for it, and
 * nobody hears of its failures. Safe for use by many threads.
 */
public final class LockFiles implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LockFiles.class);

    /** While it changes from look to look, somebody else sees to it. */
    private static final int LOOKS_MAX = 5;

    private final LockService locks;
    private final Supplier<Optional<DocumentStore>> opening;
    private final LockAgenda.Pace pace;
    private final LockAgenda agenda;

    @GuardedBy("this")
    private @Nullable Thread worker;

    /** Of the worker alone. */
    private @Nullable DocumentStore documents;

    private boolean complained;

    /** @param documents opens the store of the states, if there is one, when something is to be shown; it is closed in the end */
    public LockFiles(LockService locks, Supplier<Optional<DocumentStore>> documents) {
        this(locks, documents, LockAgenda.Pace.USUAL);
    }

    LockFiles(
            LockService locks, Supplier<Optional<DocumentStore>> documents, LockAgenda.Pace pace) {
        this.locks = locks;
        this.opening = documents;
        this.pace = pace;
        this.agenda = new LockAgenda(pace);
    }

    /** Somebody holds a lock here. It is shown if that lasts, and taken away when it is over. */
    public void held(Root root) {
        agenda.held(root);
        beAtWork();
    }

    /** A lock that this process does not keep was taken, prolonged or ended: that is shown before this process ends. */
    public void changed(Root root) {
        agenda.pressing(root);
        beAtWork();
    }

    /** Follows what is done through these locks. Running what it returns ends that. */
    public Runnable follow() {
        beAtWork();
        return locks.onEvent(this::heard);
    }

    private void heard(LockEvent event) {
        Root root = event.resource().root();
        switch (event.type()) {
            case ACQUIRED, QUARANTINED -> agenda.taken(root);
            case RELEASED, EXPIRED, FORCED, TRANSFERRED -> {
                if (event.lock() != null) {
                    agenda.over(root);
                }
            }
            case QUEUED, CLAIMED, UNCLAIMED, CANCELLED, ABORTED -> {}
        }
    }

    /**
     * Looks at all locks, also those that others took, as a server does from time to time: not everybody shows its own.
     *
     * @return how many roots were found that nobody had told of
     */
    public int lookAround() {
        Set<Root> live = new HashSet<>();
        for (HoldPage page : locks.allHolds()) {
            page.holds().stream()
                    .filter(hold -> hold.isLive(page.now()))
                    .forEach(hold -> live.add(hold.resource().root()));
        }
        agenda.removeKnownFrom(live);
        live.forEach(this::held);
        return live.size();
    }

    /** Looks at what earlier processes may have left behind: what nobody holds any more is taken away. */
    public void clearUp(Iterable<StateName> states) {
        states.forEach(state -> agenda.suspect(state.root()));
        beAtWork();
    }

    private synchronized void beAtWork() {
        if (worker == null) {
            worker = Thread.ofPlatform().daemon().name("holdfast-lock-files").start(this::work);
        }
    }

    private void work() {
        try {
            Root root = agenda.next();
            while (root != null) {
                agenda.seen(root, look(root));
                root = agenda.next();
            }
        } catch (InterruptedException e) {
            // It took longer than whoever closed this would wait.
        } finally {
            if (documents != null) {
                documents.close();
            }
        }
    }

    private LockAgenda.Seen look(Root root) {
        try {
            return show(root);
        } catch (RuntimeException e) {
            // Whatever it is, it is nobody's business but ours; the next look may do better.
            complain(root, e);
            return LockAgenda.Seen.NOT_KNOWN;
        }
    }

    private void complain(Root root, RuntimeException e) {
        if (complained) {
            LOG.debug("who holds '{}' cannot be shown", root, e);
        } else {
            complained = true;
            LOG.warn(
                    "who holds '{}' cannot be shown in state.json.lock, which does no harm: {}",
                    root,
                    e.getMessage());
        }
    }

    private LockAgenda.Seen show(Root root) {
        if (documents == null) {
            documents = opening.get().orElse(null);
        }
        if (documents == null) {
            return LockAgenda.Seen.NO_STATE;
        }
        var file = new LockFile(documents);
        LockAgenda.Seen seen = LockAgenda.Seen.NOBODY;
        for (StateName name : StateName.lockedBy(root)) {
            LockAgenda.Seen one = show(file, name);
            seen = one == LockAgenda.Seen.SHOWN || seen == LockAgenda.Seen.NOBODY ? one : seen;
        }
        return seen;
    }

    /** Looks again after each change: what is written last was right after it was written. */
    private LockAgenda.Seen show(LockFile file, StateName name) {
        for (int looks = 0; looks < LOOKS_MAX; looks++) {
            HoldPage page = locks.holdsOf(name.root());
            List<Hold> live =
                    page.holds().stream().filter(hold -> hold.isLive(page.now())).toList();
            switch (file.show(name, live, page.now())) {
                case AS_IT_WAS -> {
                    return live.isEmpty() ? LockAgenda.Seen.NOBODY : LockAgenda.Seen.SHOWN;
                }
                case NO_STATE -> {
                    return LockAgenda.Seen.NO_STATE;
                }
                case CHANGED -> {}
            }
        }
        return LockAgenda.Seen.SHOWN;
    }

    /** Shows what has become of what was shown, or was done last, if that takes no more than a moment. */
    @Override
    public void close() {
        agenda.close();
        Thread working = working();
        if (working != null) {
            try {
                working.join(pace.endsWithin());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            working.interrupt();
        }
    }

    private synchronized @Nullable Thread working() {
        return worker;
    }
}
