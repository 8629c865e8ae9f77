package holdfast.cli;

import holdfast.access.TokenRecord;
import holdfast.access.Tokens;
import holdfast.audit.AuditQuery;
import holdfast.audit.AuditVerification;
import holdfast.notify.DeadLetters;
import java.util.List;
import java.util.Optional;

/** What is kept beside the locks: tokens, audit trails, messages that no webhook took. */
interface Records extends AutoCloseable {
    /** A token that was just made, and the only time that it is there to be seen. */
    record NewToken(String secret, TokenRecord record) {
        @Override
        public String toString() {
            return "token " + record.id();
        }
    }

    NewToken createToken(Tokens.Wish wish);

    List<TokenRecord> tokens();

    /** Empty if there is none with this id. */
    Optional<TokenRecord> revokeToken(String id, String by);

    List<AuditQuery.Found> audit(AuditQuery query);

    /** Whether the trails were tampered with. */
    List<AuditVerification.Chain> verifyAudit();

    List<DeadLetters.DeadLetter> deadLetters(int limit);

    /** Returns whether it was there. */
    boolean resend(String webhook, String letter);

    /** Returns whether it was there. */
    boolean forget(String webhook, String letter);

    @Override
    void close();
}
