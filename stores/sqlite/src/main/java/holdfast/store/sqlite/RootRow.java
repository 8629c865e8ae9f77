package holdfast.store.sqlite;

import holdfast.model.Root;
import holdfast.model.StoreTime;
import java.sql.SQLException;

/** The row of a root while a transaction works on it. Not safe for use by several threads. */
final class RootRow {
    private final Root root;
    private final boolean isNew;
    long number;
    long version;
    long epoch;
    long waiting;

    /** How many changes told how requests ended. */
    long ended;

    /** How many rows the transaction has added for that. Not in the file. */
    int endedRows;

    private RootRow(Root root, boolean isNew) {
        this.root = root;
        this.isNew = isNew;
    }

    static RootRow untouched(Root root) {
        return new RootRow(root, true);
    }

    static RootRow read(Session session, Root root) throws SQLException {
        try (Rows rows = session.on(Sql.READ_ROOT).with(root.text()).rows()) {
            return rows.next() ? read(root, rows.packed()) : untouched(root);
        }
    }

    /** Reads the next values, which are not there if no commit has touched the root. */
    static RootRow read(Root root, Packed values) throws SQLException {
        Long number = values.optionalNumber();
        var row = new RootRow(root, number == null);
        row.number = number == null ? 0 : number;
        row.version = values.number();
        row.epoch = values.number();
        row.waiting = values.number();
        row.ended = values.number();
        long granted = values.number();
        row.number = Math.max(row.number, granted);
        row.version = Math.max(row.version, granted);
        return row;
    }

    Root root() {
        return root;
    }

    String name() {
        return root.text();
    }

    /** Whether no commit has touched the root yet: then nothing in the file belongs to it. */
    boolean isNew() {
        return isNew;
    }

    void save(Session session, StoreTime now) throws SQLException {
        session.on(isNew ? Sql.ADD_ROOT : Sql.SAVE_ROOT)
                .with(number)
                .with(version)
                .with(epoch)
                .with(waiting)
                .with(ended)
                .with(now.epochNanos())
                .with(root.text())
                .update();
    }
}
