package holdfast.server;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.state.RestorePoint;
import holdfast.state.Room;
import holdfast.state.StateChange;
import holdfast.state.StateEntry;
import holdfast.state.StateFields;
import holdfast.state.StateHistory;
import holdfast.state.StateName;
import holdfast.state.StateStamp;
import holdfast.state.StateVersion;
import holdfast.state.States;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import tools.jackson.core.JsonGenerator;

/** What is known of states, and going back to earlier versions. Their bodies have routes of their own. */
final class StateRoutes {
    private static final int LIMIT = 100;
    private static final int LIMIT_MAX = 1_000;
    private static final int VERSIONS = 20;
    private static final int VERSIONS_MAX = 100_000;

    private final HeldStates states;

    StateRoutes(HeldStates states) {
        this.states = states;
    }

    void addTo(Routes routes) {
        routes.get("/v1/states", this::list)
                .get("/v1/states/current", this::current)
                .get("/v1/states/history", this::history)
                .get("/v1/states/stamps", this::stamps)
                .get("/v1/states/backups", call -> versions(call, States::backups))
                .post("/v1/states/backups", this::backUp)
                .get("/v1/states/orphans", call -> versions(call, States::orphans))
                .delete("/v1/states/orphans", this::dropOrphan)
                .post("/v1/states/restore", this::restore);
    }

    private Reply list(Call call) {
        Query query = call.query();
        int limit = query.number("limit", LIMIT, LIMIT_MAX);
        Optional<String> cursor = query.text("cursor");
        query.end();
        States all = states.all();
        List<StateName> seen =
                all.names().stream()
                        .filter(name -> call.maySee(HeldStates.resource(name)))
                        .toList();
        int from = cursor.map(last -> after(seen, last)).orElse(0);
        List<StateName> page = seen.subList(from, Math.min(seen.size(), from + limit));
        List<StateEntry> entries = page.stream().flatMap(name -> all.entry(name).stream()).toList();
        return Reply.json(
                Statuses.OK,
                json -> {
                    Json.array(json, "states", entries, StateFields::write);
                    Json.textIfAny(
                            json,
                            "next_cursor",
                            from + limit < seen.size() ? page.getLast().toString() : null);
                });
    }

    /** States that were removed keep their names, so it is there. */
    private static int after(List<StateName> names, String last) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).toString().equals(last)) {
                return i + 1;
            }
        }
        throw new InvalidRequestException("parameter 'cursor' is none of this list");
    }

    private static StateName readable(Call call, Query query) {
        StateName name = HeldStates.name(query);
        query.end();
        call.require(Deed.READ, HeldStates.resource(name));
        return name;
    }

    private Reply current(Call call) {
        StateName name = readable(call, call.query());
        try (Room.Taken taken = states.room(name)) {
            StateVersion version =
                    states.all().check(name).orElseThrow(() -> HeldStates.missing(name));
            return Reply.json(Statuses.OK, json -> HeldStates.write(json, name, version));
        }
    }

    private Reply history(Call call) {
        Query query = call.query();
        int limit = query.number("limit", VERSIONS, VERSIONS_MAX);
        StateName name = readable(call, query);
        StateHistory history = states.all().lookBack(name, limit);
        return Reply.json(
                Statuses.OK,
                json -> {
                    Json.array(json, "versions", history.versions(), StateFields::write);
                    Json.texts(json, "damage", history.damage());
                });
    }

    private Reply versions(Call call, BiFunction<States, StateName, List<StateVersion>> which) {
        StateName name = readable(call, call.query());
        List<StateVersion> versions = which.apply(states.all(), name);
        return Reply.json(
                Statuses.OK, json -> Json.array(json, "versions", versions, StateFields::write));
    }

    private Reply stamps(Call call) {
        StateName name = readable(call, call.query());
        List<StateStamp> stamps = List.copyOf(states.all().pointer(name).stamps().values());
        return Reply.json(
                Statuses.OK, json -> Json.array(json, "stamps", stamps, StateRoutes::write));
    }

    private static void write(JsonGenerator json, StateStamp stamp) {
        json.writeStringProperty("path", stamp.path().text());
        json.writeNumberProperty("token", stamp.token().value());
        json.writeStringProperty("lock_id", stamp.lock());
        json.writeStringProperty("by", stamp.by());
        json.writeStringProperty("at", stamp.at().toString());
    }

    private Reply backUp(Call call) {
        Fields body = call.body();
        StateName name = StateName.parse(body.requiredText("state"));
        Optional<String> said = body.text("by");
        body.end();
        call.require(Deed.ACQUIRE, HeldStates.resource(name));
        // Only where nobody has a credential can anybody say who it is.
        String by = said.filter(text -> call.isTrusted()).orElse(call.caller().name());
        try (Room.Taken taken = states.room(name)) {
            StateVersion copy =
                    states.all().backup(name, by).orElseThrow(() -> HeldStates.missing(name));
            return Reply.json(Statuses.CREATED, json -> HeldStates.write(json, name, copy));
        }
    }

    private Reply dropOrphan(Call call) {
        Query query = call.query();
        StateName name = HeldStates.name(query);
        String id =
                query.text("version")
                        .orElseThrow(() ->
                                new InvalidRequestException("parameter 'version' is missing"));
        query.end();
        states.announce(
                call,
                name,
                new Recorder.StateDeed(
                        "state.orphan_drop.requested",
                        name,
                        Recorder.Doer.of(call.caller()),
                        null,
                        "orphan " + id));
        call.first().begins("");
        if (!states.all().dropOrphan(name, id) && call.first().noted().isEmpty()) {
            throw new Problem(
                    ErrorCode.LOCK_NOT_FOUND, "'" + name + "' has no orphan '" + id + "'");
        }
        return Reply.json(
                Statuses.OK,
                json -> {
                    json.writeStringProperty("state", name.toString());
                    json.writeStringProperty("version", id);
                    json.writeStringProperty("outcome", "dropped");
                });
    }

    private Reply restore(Call call) {
        Fields body = call.body();
        StateName name = StateName.parse(body.requiredText("state"));
        String lock = HeldStates.lockId(body.text("lock_id"));
        RestorePoint point = point(body.text("version"), body.text("time"));
        body.end();
        var under = states.lock(call, name, lock);
        states.announce(
                call,
                name,
                HeldStates.wish("state.restore.requested", name, under, "to " + inWords(point)));
        return states.change(name, under, new StateChange.Restore(point), StateDone.RESTORED);
    }

    private static String inWords(RestorePoint point) {
        return switch (point) {
            case RestorePoint.OfVersion of -> "version " + of.id();
            case RestorePoint.AtTime at -> at.time().toString();
        };
    }

    private static RestorePoint point(Optional<String> version, Optional<String> time) {
        if (version.isPresent() == time.isPresent()) {
            throw new InvalidRequestException("name a 'version' or a 'time'");
        }
        if (version.isPresent()) {
            return new RestorePoint.OfVersion(version.get());
        }
        try {
            return new RestorePoint.AtTime(Instant.parse(time.orElseThrow()));
        } catch (DateTimeParseException e) {
            throw new InvalidRequestException(
                    "field 'time' is no time such as 2026-03-01T12:00:00Z");
        }
    }
}
