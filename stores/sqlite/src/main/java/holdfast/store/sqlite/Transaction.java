package holdfast.store.sqlite;

import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A write transaction that is under way. All writes in it have the same time, which is taken at the first look at the file. */
final class Transaction {
    private final Session session;
    private final StoreClock clock;
    private final Listeners listeners;
    private final Familiar familiar;
    private StoreClock.@Nullable CommitTime time;
    private final List<Listeners.Letter> notices = new ArrayList<>();
    private boolean changed;
    private int addedRoots;
    private int addedEnded;

    Transaction(Session session, Familiar familiar, StoreClock clock, Listeners listeners) {
        this.session = session;
        this.clock = clock;
        this.listeners = listeners;
        this.familiar = familiar;
    }

    Session session() {
        return session;
    }

    Familiar familiar() {
        return familiar;
    }

    Snapshot snapshot() throws SQLException {
        return new Snapshot(session, now());
    }

    StoreTime now() throws SQLException {
        return time == null ? timed(familiar.clock(session)) : time.now();
    }

    /** For who has looked: its time, from what was found. */
    StoreTime timed(StoreClock.Stored stored) throws SQLException {
        if (time == null) {
            time = clock.atCommit(stored, session);
            if (time.toBeKept()) {
                familiar.forgetClock();
            } else {
                familiar.learn(stored);
            }
        }
        return time.now();
    }

    /** Keeps the time in the file if it has to be. */
    void keepTime() throws SQLException {
        if (time != null && time.toBeKept()) {
            session.on(Sql.RAISE_CLOCK).with(time.now().epochNanos()).update();
        }
    }

    /** Says that something was written. */
    void changed() {
        changed = true;
    }

    boolean hasChanged() {
        return changed;
    }

    /** Says that there are so many more rows of roots, and of requests that are over. */
    void added(int roots, int ended) {
        addedRoots += roots;
        addedEnded += ended;
    }

    int addedRoots() {
        return addedRoots;
    }

    int addedEnded() {
        return addedEnded;
    }

    /** Lets the engine know after the commit: directly if it is in this process, else by a row that its process finds. */
    void tell(EngineId engine, Root root) throws SQLException {
        if (listeners.isHere(engine)) {
            notices.add(new Listeners.Letter(engine, root));
            if (!Mailbox.isShared(engine)) {
                return;
            }
        }
        session()
                .on(Sql.POST_NOTICE)
                .with(engine.text())
                .with(root.text())
                .with(now().epochNanos())
                .update();
        changed();
    }

    /** Tells the engines of this process; to be called after the commit. */
    void tellListeners() {
        listeners.tell(notices);
    }
}
