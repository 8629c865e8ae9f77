package holdfast.cli;

import holdfast.access.TokenLines;
import holdfast.access.TokenRecord;
import holdfast.access.Tokens;
import holdfast.audit.AuditQuery;
import holdfast.audit.AuditVerification;
import holdfast.notify.DeadLetters;
import holdfast.store.DocumentStore;
import holdfast.store.LockStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** In the documents of a store, which are closed in the end. */
final class StoredRecords implements Records {
    private final DocumentStore documents;
    private final Supplier<LockStore> locks;

    /** @param locks opens the locks beside which the documents are */
    StoredRecords(DocumentStore documents, Supplier<LockStore> locks) {
        this.documents = documents;
        this.locks = locks;
    }

    private Tokens kept() {
        return new Tokens(documents, InstantSource.system());
    }

    @Override
    public NewToken createToken(Tokens.Wish wish) {
        Tokens.Created created = kept().create(wish);
        return new NewToken(created.token().reveal(), created.record());
    }

    @Override
    public List<TokenRecord> tokens() {
        return kept().list();
    }

    @Override
    public Optional<TokenRecord> revokeToken(String id, String by) {
        return kept().revoke(id, by);
    }

    @Override
    public List<AuditQuery.Found> audit(AuditQuery query) {
        try (LockStore store = locks.get()) {
            return query.in(
                    documents,
                    store.audit(AuditQuery.ENTRIES_LOOKED_AT),
                    query.mayFind("token") ? TokenLines.in(documents) : List.of());
        }
    }

    @Override
    public List<AuditVerification.Chain> verifyAudit() {
        return AuditVerification.of(documents);
    }

    @Override
    public List<DeadLetters.DeadLetter> deadLetters(int limit) {
        return new DeadLetters(documents).list(limit);
    }

    @Override
    public boolean resend(String webhook, String letter) {
        return new DeadLetters(documents).askFor(webhook, letter);
    }

    @Override
    public boolean forget(String webhook, String letter) {
        return new DeadLetters(documents).remove(webhook, letter);
    }

    @Override
    public void close() {
        documents.close();
    }
}
