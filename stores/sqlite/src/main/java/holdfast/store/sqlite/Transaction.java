package holdfast.store.sqlite;

import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A write transaction that is under way. All writes in it have the same time. */
final class Transaction {
    private final Snapshot snapshot;
    private final Listeners listeners;
    private final List<Listeners.Notice> notices = new ArrayList<>();
    private boolean changed;
    private int ended;

    Transaction(Snapshot snapshot, Listeners listeners) {
        this.snapshot = snapshot;
        this.listeners = listeners;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    Session session() {
        return snapshot.session();
    }

    StoreTime now() {
        return snapshot.now();
    }

    /** Says that something was written. */
    void changed() {
        changed = true;
    }

    boolean hasChanged() {
        return changed;
    }

    /** Says that so many requests are over. */
    void ended(int requests) {
        ended += requests;
    }

    int ended() {
        return ended;
    }

    /** Lets the engine know after the commit: directly if it is in this process, else by a row that its process finds. */
    void tell(EngineId engine, Root root) throws SQLException {
        if (listeners.isHere(engine)) {
            notices.add(new Listeners.Notice(engine, root));
            return;
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
