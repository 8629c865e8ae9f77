package holdfast.store.sqlite;

import holdfast.model.AuditEntry;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.store.FreezeDraft;
import holdfast.store.Predecessor;
import holdfast.store.records.FreezeJson;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Optional;

/** The freezes in the file. */
final class FreezeRows {
    private FreezeRows() {}

    static Freezes all(Snapshot at) throws SQLException {
        try (Rows rows = at.session().on(Sql.READ_FREEZES).with(at.now().epochNanos()).rows()) {
            var freezes = new ArrayList<Freeze>();
            while (rows.next()) {
                freezes.add(FreezeJson.read(rows.text()));
            }
            return new Freezes(at.now(), freezes);
        }
    }

    private static Optional<Freeze> find(Snapshot at, String id) throws SQLException {
        return all(at).all().stream().filter(freeze -> freeze.id().equals(id)).findFirst();
    }

    static Optional<Freeze> place(
            Transaction in, FreezeDraft draft, Predecessor replaced, AuditEntry audit)
            throws SQLException {
        if (!replaced.isMetBy(find(in.snapshot(), draft.id()))) {
            return Optional.empty();
        }
        Freeze freeze = draft.stamped(in.now());
        in.session().on(Sql.FORGET_FREEZES).with(in.now().epochNanos()).update();
        in.session()
                .on(Sql.PUT_FREEZE)
                .with(freeze.id())
                .with(freeze.until().epochNanos())
                .with(FreezeJson.write(freeze))
                .update();
        Audits.add(in.snapshot(), audit);
        in.changed();
        return Optional.of(freeze);
    }

    static Optional<Freeze> lift(Transaction in, Freeze seen, AuditEntry audit)
            throws SQLException {
        if (!new Predecessor.Seen(seen.since()).isMetBy(find(in.snapshot(), seen.id()))) {
            return Optional.empty();
        }
        Prepared removal =
                in.session().on(Sql.LIFT_FREEZE).with(seen.id()).with(in.now().epochNanos());
        Optional<Freeze> lifted;
        try (Rows rows = removal.rows()) {
            lifted = rows.next() ? Optional.of(FreezeJson.read(rows.text())) : Optional.empty();
        }
        if (lifted.isPresent()) {
            Audits.add(in.snapshot(), audit);
            in.changed();
        }
        return lifted;
    }
}
