package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.model.ErrorCode;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.model.keys.Keys;
import holdfast.store.FreezeDraft;
import holdfast.store.Predecessor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Pauses on new grants. */
final class FreezeRoutes {
    private static final String EVERYTHING = "everything";

    /** Whoever is in the way changes the same freeze at the same moment. */
    private static final int ATTEMPTS_MAX = 5;

    private final LockEngine engine;
    private final Recorder recorder;

    FreezeRoutes(LockEngine engine, Recorder recorder) {
        this.recorder = recorder;
        this.engine = engine;
    }

    void addTo(Routes routes) {
        routes.get("/v1/freezes", this::list)
                .post("/v1/freezes", this::freeze)
                .delete("/v1/freezes/{freeze_id}", this::thaw);
    }

    private Reply list(Call call) {
        call.query().end();
        Freezes freezes = engine.freezes();
        List<Freeze> shown =
                freezes.all().stream()
                        .filter(freeze ->
                                call.caller().objection(Deed.READ, freeze.prefix()).isEmpty())
                        .toList();
        return Reply.json(
                Statuses.OK,
                json -> {
                    json.writeStringProperty("now", Json.time(freezes.asOf()));
                    Json.array(json, "freezes", shown, FreezeJson::write);
                });
    }

    private Reply freeze(Call call) throws InterruptedException {
        Fields body = call.body();
        Prefix prefix = prefix(body.requiredText("prefix"));
        String reason = body.requiredText("reason");
        Duration lasts =
                body.seconds("duration_seconds")
                        .orElseThrow(() ->
                                new InvalidRequestException("field 'duration_seconds' is missing"));
        List<String> exempt = body.textList("exempt");
        String by = body.text("by").orElse(call.caller().name());
        Optional<String> id = body.text("freeze_id");
        body.end();
        call.require(Deed.FREEZE, prefix);
        var draft =
                new FreezeDraft(
                        id(call, id),
                        prefix,
                        call.caller() instanceof LocalCaller ? by : call.caller().name(),
                        reason,
                        lasts,
                        Set.copyOf(exempt));
        boolean isNamedByKey = id.isEmpty() && call.idempotencyKey().isPresent();
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Optional<Freeze> placed = place(call, draft, isNamedByKey);
            if (placed.isPresent()) {
                return Reply.json(Statuses.CREATED, json -> FreezeJson.write(json, placed.get()));
            }
        }
        throw disturbed(draft.id());
    }

    /** Empty if somebody changed it in this moment: then it is looked at anew who may. */
    private Optional<Freeze> place(Call call, FreezeDraft draft, boolean isNamedByKey)
            throws InterruptedException {
        Freezes known = engine.freezes();
        Optional<Freeze> there = find(known, draft.id());
        // A freeze of the same name ends with the new one, wherever it is.
        there.ifPresent(freeze -> call.require(Deed.THAW, freeze.prefix()));
        Optional<Freeze> before =
                there.filter(freeze -> isOf(draft, freeze))
                        .filter(freeze -> isNamedByKey || cameSinceTheNote(call, freeze));
        call.first().begins(mark(there));
        if (before.isPresent()) {
            engine.awaitInForce(known);
            return before;
        }
        Optional<Freeze> placed = engine.freeze(draft, Predecessor.of(there));
        placed.ifPresent(freeze -> recorder.froze(freeze, call.caller().identity()));
        return placed;
    }

    private static Problem disturbed(String id) {
        return new Problem(
                        ErrorCode.BACKEND_ERROR,
                        "others change the freeze '" + id + "' all the time; nothing was done")
                .withHeader("Retry-After", "1");
    }

    private static Optional<Freeze> find(Freezes freezes, String id) {
        return freezes.all().stream().filter(freeze -> freeze.id().equals(id)).findFirst();
    }

    private static boolean isOf(FreezeDraft draft, Freeze freeze) {
        return freeze.prefix().equals(draft.prefix())
                && freeze.by().equals(draft.by())
                && freeze.reason().equals(draft.reason());
    }

    /** Then another server placed it for the first copy of this request, and its time must not begin anew. */
    private static boolean cameSinceTheNote(Call call, Freeze freeze) {
        return call.first()
                .noted()
                .filter(note -> !note.equals(mark(Optional.of(freeze))))
                .isPresent();
    }

    /** Tells a freeze from an older one that says the same. */
    private static String mark(Optional<Freeze> there) {
        return there.map(freeze -> Long.toString(freeze.since().micros())).orElse("");
    }

    /** The same request sent twice is one freeze. */
    private static String id(Call call, Optional<String> field) {
        return field.or(() -> call.ownKey().map(key -> "freeze-" + key))
                .orElseGet(() -> "freeze-" + UUID.randomUUID().toString().substring(0, 8));
    }

    /** By its key, or everything. */
    static Prefix prefix(String text) {
        return text.equals(EVERYTHING) ? Prefix.EVERYTHING : new Prefix(Keys.parse(text).text());
    }

    private Reply thaw(Call call) {
        Query query = call.query();
        String reason = query.text("reason").orElse("");
        String by = query.text("by").orElse(call.caller().name());
        query.end();
        String id = call.pathValue("freeze_id");
        var who =
                new Recorder.Doer(
                        call.caller() instanceof LocalCaller ? by : call.caller().name(),
                        call.caller().identity());
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Optional<Freeze> there = find(engine.freezes(), id);
            if (there.isEmpty()) {
                return call.first()
                        .noted()
                        .map(Reply::again)
                        .orElseThrow(() ->
                                new Problem(
                                        ErrorCode.LOCK_NOT_FOUND,
                                        "there is no freeze '" + id + "'"));
            }
            call.require(Deed.THAW, there.get().prefix());
            call.first().begins(thawed(there.get()).text());
            // One that comes in its place in this very moment nobody has checked.
            Optional<Freeze> thawed = engine.thaw(there.get(), who.name(), reason);
            if (thawed.isPresent()) {
                recorder.thawed(thawed.get(), who);
                return thawed(thawed.get());
            }
        }
        throw disturbed(id);
    }

    private static Reply thawed(Freeze freeze) {
        return Reply.json(Statuses.OK, json -> FreezeJson.write(json, freeze));
    }
}
