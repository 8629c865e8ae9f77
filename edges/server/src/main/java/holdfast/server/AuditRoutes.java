package holdfast.server;

import holdfast.audit.AuditQuery;
import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.store.DocumentStore;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The trails of all servers of the store. */
final class AuditRoutes {
    private static final int LIMIT = 100;
    private static final int LIMIT_MAX = 1_000;

    private final Optional<DocumentStore> documents;

    AuditRoutes(Optional<DocumentStore> documents) {
        this.documents = documents;
    }

    void addTo(Routes routes) {
        routes.get("/v1/audit", this::find);
    }

    private Reply find(Call call) {
        call.require(Deed.AUDIT, Prefix.EVERYTHING);
        Query query = call.query();
        var wanted =
                new AuditQuery(
                        query.text("lock").orElse(null),
                        query.text("event").orElse(null),
                        query.text("by").orElse(null),
                        time(query, "since"),
                        time(query, "until"),
                        query.number("limit", LIMIT, LIMIT_MAX));
        query.end();
        List<AuditQuery.Found> found =
                wanted.in(
                        documents.orElseThrow(() ->
                                new Problem(
                                        ErrorCode.LOCK_NOT_FOUND,
                                        "this server keeps no audit trail")));
        return Reply.json(
                Statuses.OK,
                json -> {
                    json.writeArrayPropertyStart("lines");
                    found.forEach(line -> json.writeRawValue(line.text()));
                    json.writeEndArray();
                });
    }

    private static @Nullable Instant time(Query query, String name) {
        return query.text(name)
                .map(text -> {
                    try {
                        return Instant.parse(text);
                    } catch (DateTimeParseException e) {
                        throw new InvalidRequestException(
                                "parameter '" + name + "' is no time such as 2026-03-01T12:00:00Z");
                    }
                })
                .orElse(null);
    }
}
