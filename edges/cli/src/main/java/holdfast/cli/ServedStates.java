package holdfast.cli;

import holdfast.json.JsonObject;
import holdfast.json.JsonText;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.Token;
import holdfast.state.RestorePoint;
import holdfast.state.StackUpload;
import holdfast.state.StateChange;
import holdfast.state.StateChanged;
import holdfast.state.StateEntry;
import holdfast.state.StateHistory;
import holdfast.state.StateName;
import holdfast.state.StateVersion;
import holdfast.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** At servers, which are left in the end. */
final class ServedStates implements OpenStates {
    private static final String STATES = "/v1/states";
    private static final String BODY = STATES + "/body";
    private static final String IMPORT = STATES + "/import";
    private static final String BACKUPS = STATES + "/backups";
    private static final String ORPHANS = STATES + "/orphans";
    private static final int PAGE = 500;

    private final Desk desk;

    ServedStates(Desk desk) {
        this.desk = desk;
    }

    @Override
    public List<StateEntry> entries() {
        var entries = new ArrayList<StateEntry>();
        @Nullable String cursor = null;
        do {
            var query = new LinkedHashMap<String, String>();
            query.put("limit", Integer.toString(PAGE));
            if (cursor != null) {
                query.put("cursor", cursor);
            }
            cursor =
                    read(
                            there(desk.get(STATES, query)),
                            json -> {
                                json.objects("states").forEach(item -> entries.add(entry(item)));
                                return json.optionalText("next_cursor").orElse(null);
                            });
        } while (cursor != null);
        return entries;
    }

    private static StateEntry entry(JsonObject json) {
        return new StateEntry(
                StateName.parse(json.text("state")),
                json.optionalText("version").isPresent() ? version(json) : null,
                json.optionalText("removed_at").map(Instant::parse).orElse(null),
                json.optionalText("damage").orElse(null));
    }

    /** Where the body lies is for the server to know. */
    private static StateVersion version(JsonObject json) {
        return new StateVersion(
                json.text("version"),
                json.number("number"),
                json.optionalText("previous").orElse(null),
                Instant.parse(json.text("saved_at")),
                json.text("saved_by"),
                json.text("lock_id"),
                json.optionalText("client").orElse(""),
                json.number("token"),
                json.text("path"),
                json.text("operation"),
                new StateVersion.Digest(json.number("size"), json.text("sha256"), ""),
                new StateVersion.BodyPlace("", 0),
                json.texts("facts"));
    }

    @Override
    public Optional<StateVersion> check(StateName name) {
        return desk.get(STATES + "/current", of(name))
                .map(answer -> read(answer, ServedStates::version));
    }

    private static Map<String, String> of(StateName name) {
        var query = new LinkedHashMap<String, String>();
        query.put("state", name.toString());
        return query;
    }

    @Override
    public Optional<byte[]> body(StateName name, @Nullable String version) {
        Map<String, String> query = of(name);
        if (version != null) {
            query.put("version", version);
        }
        return desk.download(BODY, query);
    }

    @Override
    public StateHistory history(StateName name, int limit) {
        Map<String, String> query = of(name);
        query.put("limit", Integer.toString(limit));
        return read(
                there(desk.get(STATES + "/history", query)),
                json -> new StateHistory(versions(json), json.strings("damage")));
    }

    private static List<StateVersion> versions(JsonObject json) {
        return json.objects("versions").stream().map(ServedStates::version).toList();
    }

    @Override
    public List<StateVersion> backups(StateName name) {
        return read(there(desk.get(BACKUPS, of(name))), ServedStates::versions);
    }

    @Override
    public Optional<StateVersion> backup(StateName name, String by) {
        String wish =
                JsonText.object(json -> {
                    json.writeStringProperty("state", name.toString());
                    json.writeStringProperty("by", by);
                });
        return desk.postUntilAnswered(BACKUPS, wish)
                .map(answer -> read(answer, ServedStates::version));
    }

    @Override
    public List<StateVersion> orphans(StateName name) {
        return read(there(desk.get(ORPHANS, of(name))), ServedStates::versions);
    }

    @Override
    public boolean dropOrphan(StateName name, String id) {
        Map<String, String> query = of(name);
        query.put("version", id);
        return desk.delete(ORPHANS, query).isPresent();
    }

    @Override
    public Optional<Token> largestStamp(StateName name) {
        try {
            return read(
                    there(desk.get(STATES + "/stamps", of(name))),
                    json ->
                            json.objects("stamps").stream()
                                    .map(stamp -> new Token(stamp.number("token")))
                                    .max(Comparator.naturalOrder()));
        } catch (StoreException.Corrupted e) {
            return Optional.empty(); // What is damaged can still be restored.
        }
    }

    @Override
    public StateChanged change(StateName name, Hold hold, StateChange change) {
        try {
            return changed(name, hold, change)
                    .map(answer -> read(answer, ServedStates::changed))
                    .orElseGet(() -> gone(name, change));
        } catch (Desk.LockOver e) {
            return new StateChanged.Refused(e.code(), String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> changed(StateName name, Hold hold, StateChange change) {
        return switch (change) {
            case StateChange.Push push ->
                    desk.upload(BODY, query(name, hold, push), bytes(push.body()));
            case StateChange.Import taken ->
                    desk.upload(IMPORT, query(name, hold, taken), bytes(name, taken));
            case StateChange.Restore restore ->
                    desk.post(
                            STATES + "/restore",
                            JsonText.object(json -> {
                                json.writeStringProperty("state", name.toString());
                                json.writeStringProperty("lock_id", hold.id().text());
                                write(json, restore.point());
                            }));
            case StateChange.Remove remove -> {
                Map<String, String> query = of(name);
                query.put("lock_id", hold.id().text());
                yield desk.delete(BODY, query);
            }
        };
    }

    private static Map<String, String> query(StateName name, Hold hold, StateChange.Push push) {
        Map<String, String> query = of(name);
        query.put("lock_id", hold.id().text());
        if (push.base() != null) {
            query.put("base", push.base());
        }
        if (push.whenOdd() == StateChange.WhenOdd.SAVE) {
            query.put("force", "true");
        }
        if (push.part() != null) {
            query.put("path", push.part().text());
        }
        return query;
    }

    private static Map<String, String> query(StateName name, Hold hold, StateChange.Import taken) {
        Map<String, String> query = of(name);
        query.put("lock_id", hold.id().text());
        if (taken.whenThere() == StateChange.WhenThere.REPLACE) {
            query.put("replace", "true");
        }
        for (String fact : List.of(StateVersion.IMPORTED_FROM, StateVersion.ALTHOUGH_LOCKED)) {
            Optional.ofNullable(taken.facts().get(fact)).ifPresent(text -> query.put(fact, text));
        }
        return query;
    }

    /** Serial and lineage the server finds by itself. */
    private static byte[] bytes(StateName name, StateChange.Import taken) {
        byte[] body = bytes(taken.body());
        try {
            return switch (name.kind()) {
                case TERRAFORM -> body;
                case STACK -> StackUpload.write(body, taken.files());
            };
        } catch (IOException e) {
            throw new InvalidRequestException("the files of Pulumi cannot be read: " + e);
        }
    }

    private static byte[] bytes(InputStream body) {
        try {
            return body.readAllBytes();
        } catch (IOException e) {
            throw new InvalidRequestException("the state cannot be read: " + e);
        }
    }

    private static void write(JsonGenerator json, RestorePoint point) {
        switch (point) {
            case RestorePoint.OfVersion of -> json.writeStringProperty("version", of.id());
            case RestorePoint.AtTime at -> json.writeStringProperty("time", at.time().toString());
        }
    }

    private static StateChanged changed(JsonObject json) {
        return json.text("outcome").equals("unchanged")
                ? new StateChanged.Unchanged(version(json))
                : new StateChanged.Done(version(json));
    }

    /** A state that is not there is not removed; anything else needs the lock. */
    private static StateChanged gone(StateName name, StateChange change) {
        return change instanceof StateChange.Remove
                ? new StateChanged.Refused(
                        ErrorCode.INVALID_REQUEST, "there is no state '" + name + "'")
                : new StateChanged.Refused(
                        ErrorCode.LOCK_LOST,
                        "nothing was changed: the lock of '" + name + "' is not there any more");
    }

    private static String there(Optional<String> answer) {
        return answer.orElseThrow(
                () -> new StoreException.Unavailable("the server keeps no states", null));
    }

    private static <T> T read(String answer, Function<JsonObject, T> reading) {
        try {
            return reading.apply(JsonObject.parse(answer));
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new StoreException.Corrupted(
                    "the server's answer cannot be read: " + e.getMessage(), null);
        }
    }

    @Override
    public void close() {
        desk.close();
    }
}
