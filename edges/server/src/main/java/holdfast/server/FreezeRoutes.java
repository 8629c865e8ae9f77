package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.model.ErrorCode;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.model.keys.Keys;
import holdfast.store.FreezeDraft;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Pauses on new grants. */
final class FreezeRoutes {
    private static final String EVERYTHING = "everything";

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
        String named = id(call, id);
        requireMayReplace(call, named);
        var draft =
                new FreezeDraft(
                        named,
                        prefix,
                        call.caller() instanceof LocalCaller ? by : call.caller().name(),
                        reason,
                        lasts,
                        Set.copyOf(exempt));
        boolean mayBeDone =
                call.first().noted().isPresent()
                        || (id.isEmpty() && call.idempotencyKey().isPresent());
        Optional<Freeze> before = mayBeDone ? same(draft) : Optional.empty();
        call.first().begins("");
        Freeze freeze = before.isPresent() ? before.get() : engine.freeze(draft);
        if (before.isEmpty()) {
            recorder.froze(freeze);
        }
        return Reply.json(Statuses.CREATED, json -> FreezeJson.write(json, freeze));
    }

    /** What another server did for the first copy of this request. Its time must not begin anew. */
    private Optional<Freeze> same(FreezeDraft draft) {
        return engine.freezes().all().stream()
                .filter(freeze ->
                        freeze.id().equals(draft.id())
                                && freeze.prefix().equals(draft.prefix())
                                && freeze.by().equals(draft.by())
                                && freeze.reason().equals(draft.reason()))
                .findFirst();
    }

    /** A freeze of the same name ends with the new one, wherever it is. */
    private void requireMayReplace(Call call, String id) {
        engine.freezes().all().stream()
                .filter(freeze -> freeze.id().equals(id))
                .forEach(freeze -> call.require(Deed.THAW, freeze.prefix()));
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
        Optional<Freeze> there =
                engine.freezes().all().stream()
                        .filter(freeze -> freeze.id().equals(id))
                        .findFirst();
        there.ifPresent(freeze -> {
            call.require(Deed.THAW, freeze.prefix());
            call.first().begins(thawed(freeze).text());
        });
        String who = call.caller() instanceof LocalCaller ? by : call.caller().name();
        Optional<Freeze> thawed = engine.thaw(id, who, reason);
        thawed.ifPresent(freeze -> recorder.thawed(freeze, who));
        return thawed.map(FreezeRoutes::thawed)
                .or(() -> call.first().noted().map(Reply::again))
                .orElseThrow(() ->
                        new Problem(ErrorCode.LOCK_NOT_FOUND, "there is no freeze '" + id + "'"));
    }

    private static Reply thawed(Freeze freeze) {
        return Reply.json(Statuses.OK, json -> FreezeJson.write(json, freeze));
    }
}
