package holdfast.store.sqlite;

import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The row of a root while a transaction works on it, and its holds as far as they are known. Not safe for use by several threads.
 */
final class RootRow {
    /** More holds are not worth their memory. */
    private static final int HOLDS_MAX = 16;

    private final Root root;
    private boolean isNew;
    long number;
    long version;
    long epoch;
    long waiting;

    /** How many changes told how requests ended. */
    long ended;

    /** How many rows were added for that. Not in the row. */
    private int endedRows;

    /** All holds of the root; null if a look is needed to know them. Not in the row. */
    private @Nullable List<Hold> holds;

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
        row.holds = granted == 0 ? List.of() : null;
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

    /** Whether all that commits ask about the root, other than requests that are over, is known without another look. */
    boolean tellsAll() {
        return holds != null && waiting == 0;
    }

    /** The hold, if all holds are known. */
    Optional<Hold> known(Token token) {
        return knownHolds().stream().filter(hold -> hold.token().equals(token)).findFirst();
    }

    /** Whether it is a claim of one of the holds, if all holds are known. */
    boolean isClaimed(RequestId request) {
        return knownHolds().stream()
                .flatMap(hold -> hold.claims().stream())
                .anyMatch(claim -> claim.request().equals(request));
    }

    private List<Hold> knownHolds() {
        return Objects.requireNonNull(holds, "the holds are not known");
    }

    void granted(Hold hold) {
        if (holds != null) {
            holds =
                    holds.size() < HOLDS_MAX
                            ? Stream.concat(holds.stream(), Stream.of(hold)).toList()
                            : null;
        }
    }

    void ended(Token token) {
        if (holds != null) {
            holds = holds.stream().filter(hold -> !hold.token().equals(token)).toList();
        }
    }

    /** The holds have changed in another way. */
    void forgetHolds() {
        holds = null;
    }

    void endedRowAdded() {
        endedRows++;
    }

    /** How many rows were added since this was asked last. */
    int takeEndedRows() {
        int rows = endedRows;
        endedRows = 0;
        return rows;
    }

    void save(Session session, StoreTime now) throws SQLException {
        int saved =
                session.on(isNew ? Sql.ADD_ROOT : Sql.SAVE_ROOT)
                        .with(number)
                        .with(version)
                        .with(epoch)
                        .with(waiting)
                        .with(ended)
                        .with(now.epochNanos())
                        .with(root.text())
                        .update();
        if (saved != 1) {
            throw new SQLException("the row of root " + root + " has gone");
        }
        isNew = false;
    }
}
