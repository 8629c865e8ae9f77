package holdfast.store.sqlite;

import holdfast.store.Agreement;
import holdfast.store.records.AgreementJson;
import java.sql.SQLException;
import java.util.Optional;

/** What the engines agreed on, in the file. */
final class Agreements {
    private Agreements() {}

    static Optional<Agreement> find(Snapshot at) throws SQLException {
        try (Rows rows = at.session().on(Sql.READ_AGREEMENT).rows()) {
            return rows.next()
                    ? Optional.ofNullable(rows.optionalText()).map(AgreementJson::read)
                    : Optional.empty();
        }
    }

    /** Keeps the proposal, unless another was first; answers what is agreed. */
    static Agreement propose(Transaction in, Agreement proposal) throws SQLException {
        in.session().on(Sql.PUT_AGREEMENT).with(AgreementJson.write(proposal)).update();
        in.changed();
        return find(in.snapshot()).orElseThrow();
    }
}
