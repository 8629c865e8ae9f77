package holdfast.store.sqlite;

import holdfast.model.EngineId;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.RootView;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One commit on its way to the file. */
final class CommitWrite implements Write {
    private final Commit commit;
    private final List<String> bodies;
    private @Nullable CommitResult result;

    CommitWrite(Commit commit) {
        this.commit = commit;
        this.bodies = Bodies.of(commit);
    }

    @Override
    public Turn turn() {
        for (Condition condition : commit.conditions()) {
            if (condition instanceof Condition.VersionIs
                    || condition instanceof Condition.EpochIs) {
                return Turn.FIRST;
            }
        }
        return Turn.SECOND;
    }

    @Override
    public void apply(Transaction transaction) throws SQLException {
        result = null;
        RootProbe root = RootProbe.of(transaction, commit);
        Snapshot at = transaction.snapshot();
        if (!Conditions.hold(commit.conditions(), at, root)) {
            return;
        }
        RootRow row = root.row();
        boolean wasNew = row.isNew();
        result = new CommitResult.Committed(Changes.apply(commit, bodies, at, row));
        transaction.added(wasNew && !row.isNew() ? 1 : 0, row.takeEndedRows());
        transaction.familiar().learn(row);
        // Even if it changes nothing: its time must outlive it, or what it saw lapsed might live
        // again.
        transaction.changed();
        for (EngineId engine : commit.tell()) {
            transaction.tell(engine, commit.root());
        }
    }

    @Override
    public void conclude(Transaction transaction) throws SQLException {
        if (result == null) {
            result = new CommitResult.Refused(view(transaction));
        } else if (result instanceof CommitResult.Committed committed
                && commit.interest().isAlways()) {
            result = new CommitResult.Committed(committed.stamp(), view(transaction));
        }
    }

    private RootView view(Transaction transaction) throws SQLException {
        return Views.read(transaction.snapshot(), commit.root(), commit.interest());
    }

    /** The answer, when the batch is done. */
    CommitResult result() {
        return Objects.requireNonNull(result, "asked before the batch was done");
    }
}
