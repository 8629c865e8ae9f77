package holdfast.store.sqlite;

import holdfast.model.AuditEntry;
import holdfast.model.StoreTime;
import holdfast.store.AuditRecord;
import holdfast.store.records.AuditJson;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The audit trail in the file. */
final class Audits {
    private Audits() {}

    static void add(Snapshot at, AuditEntry entry) throws SQLException {
        at.session()
                .on(Sql.ADD_AUDIT)
                .with(at.now().epochNanos())
                .with(AuditJson.write(entry))
                .update();
    }

    static List<AuditRecord> latest(Session session, int limit) throws SQLException {
        try (Rows rows = session.on(Sql.READ_AUDIT).with(limit).rows()) {
            var records = new ArrayList<AuditRecord>();
            while (rows.next()) {
                records.add(
                        new AuditRecord(new StoreTime(rows.number()), AuditJson.read(rows.text())));
            }
            return records;
        }
    }
}
