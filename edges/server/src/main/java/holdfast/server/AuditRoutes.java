package holdfast.server;

import holdfast.access.TokenLines;
import holdfast.audit.AuditQuery;
import holdfast.audit.AuditVerification;
import holdfast.engine.LockEngine;
import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.store.DocumentStore;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** The trails of all servers of the store, and what the store itself wrote. */
final class AuditRoutes {
    private static final int LIMIT = 100;
    private static final int LIMIT_MAX = 1_000;

    private final LockEngine engine;
    private final Optional<DocumentStore> documents;

    /** Each reads all that is kept. */
    private final Slots verifications = new Slots("verifications", 2, 1);

    /** Each may read as much. */
    private final Turns searches = new Turns("searching the trails", 4, Duration.ofSeconds(10));

    AuditRoutes(LockEngine engine, Optional<DocumentStore> documents) {
        this.engine = engine;
        this.documents = documents;
    }

    void addTo(Routes routes) {
        routes.get("/v1/audit", this::find).get("/v1/audit/verification", this::verify);
    }

    private DocumentStore trails() {
        return documents.orElseThrow(
                () -> new Problem(ErrorCode.LOCK_NOT_FOUND, "this server keeps no audit trail"));
    }

    private Reply verify(Call call) {
        call.require(Deed.AUDIT, Prefix.EVERYTHING);
        call.query().end();
        try (Slots.Taken slot = verifications.take(call.key())) {
            List<AuditVerification.Chain> chains = AuditVerification.of(trails());
            return Reply.json(
                    Statuses.OK, json -> Json.array(json, "chains", chains, AuditRoutes::write));
        }
    }

    private static void write(JsonGenerator json, AuditVerification.Chain chain) {
        json.writeStringProperty("server", chain.server());
        json.writeStringProperty("source", chain.source());
        json.writeBooleanProperty("whole", chain.isWhole());
        json.writeNumberProperty("first", chain.first());
        json.writeNumberProperty("last", chain.last());
        json.writeNumberProperty("lines", chain.lines());
        Json.texts(json, "problems", chain.problems());
    }

    private Reply find(Call call) throws InterruptedException {
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
        List<AuditQuery.Found> found;
        try (Slots.Taken turn = searches.take(call.key())) {
            found =
                    wanted.in(
                            trails(),
                            engine.audit(AuditQuery.ENTRIES_LOOKED_AT),
                            wanted.mayFind("token") ? TokenLines.in(trails()) : List.of());
        }
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
