package holdfast.server;

import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.Resource;
import holdfast.model.SubPath;
import holdfast.state.Room;
import holdfast.state.Saver;
import holdfast.state.StateChange;
import holdfast.state.StateChanged;
import holdfast.state.StateChanges;
import holdfast.state.StateFields;
import holdfast.state.StateName;
import holdfast.state.StateVersion;
import holdfast.state.States;
import holdfast.state.Writer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** The states of a server, and who may do what to them: whoever changes one holds its lock. */
final class HeldStates {
    private final Optional<States> states;
    private final Finder finder;
    private final Recorder recorder;

    HeldStates(Optional<States> states, Finder finder, Recorder recorder) {
        this.states = states;
        this.finder = finder;
        this.recorder = recorder;
    }

    States all() {
        return states.orElseThrow(
                () -> new Problem(ErrorCode.LOCK_NOT_FOUND, "this server keeps no states"));
    }

    static StateName name(Query query) {
        return StateName.parse(
                query.text("state")
                        .orElseThrow(() ->
                                new InvalidRequestException(
                                        "name the state: ?state=STACK/ENVIRONMENT, or"
                                                + " ?state=terraform:NAME")));
    }

    static Resource resource(StateName name) {
        return new Resource(name.root(), SubPath.WHOLE);
    }

    static Problem missing(StateName name) {
        return new Problem(ErrorCode.LOCK_NOT_FOUND, "there is no state '" + name + "'");
    }

    static String lockId(Optional<String> given) {
        return given.orElseThrow(() ->
                new InvalidRequestException(
                        "'lock_id' is missing: a state is changed by who holds its lock"));
    }

    /** Empty also if it is not known, because something is damaged. */
    Optional<StateVersion> current(StateName name) {
        return all().currentIfKnown(name);
    }

    /** Room to read the current version, to be taken before any of it is in memory. */
    Room.Taken room(StateName name) {
        return Room.forReads().take(current(name).map(now -> now.digest().size()).orElse(0L));
    }

    /**
     * The lock under which a state is changed, and who changes it: not always the lock's owner.
     *
     * @param isAnothers whether somebody acts for the owner
     */
    record Under(Hold hold, Recorder.Doer by, boolean isAnothers) {
        /** Whoever changes it is who saved it, whosever the lock is. */
        Writer writer() {
            return Writer.of(hold).savedBy(new Saver(by.name(), by.identity()));
        }
    }

    /** The lock under which the caller changes a state. */
    Under lock(Call call, StateName name, String lock) {
        Hold hold = finder.live(call, new LockId(lock), name.root()).hold();
        call.require(Deed.ACQUIRE, hold.resource());
        call.require(Deed.RENEW, hold.resource(), hold.owner());
        Recorder.Doer by =
                call.isTrusted()
                        ? new Recorder.Doer(hold.owner().name(), "")
                        : Recorder.Doer.of(call.caller());
        return new Under(hold, by, !call.caller().owns(hold.owner()));
    }

    /** Whoever saves under the lock of another is written down before. */
    void announcePush(StateName name, Under under) {
        if (under.isAnothers()) {
            String whose = "under the lock of " + under.hold().owner().name();
            recorder.before(wish("state.push.requested", name, under, whose));
        }
    }

    /** Restoring and removing need more than a lock, and are written down before they are done. */
    void announce(Call call, StateName name, Recorder.StateDeed deed) {
        call.require(Deed.RESTORE, resource(name));
        recorder.before(deed);
    }

    /**
     * @param under which lock it is done, and by whom
     * @param detail which version is meant, in words
     */
    static Recorder.StateDeed wish(String event, StateName name, Under under, String detail) {
        return new Recorder.StateDeed(event, name, under.by(), under.hold(), detail);
    }

    Reply change(StateName name, Under under, StateChange change, StateDone done) {
        try {
            return switch (new StateChanges(all()).make(name, under.writer(), change)) {
                case StateChanged.Done made -> {
                    StateVersion version = made.version();
                    recorder.after(wish(done.event(), name, under, detail(version)), version);
                    yield outcome(name, version, done.word());
                }
                case StateChanged.Unchanged same -> outcome(name, same.version(), "unchanged");
                case StateChanged.Refused refused ->
                        throw new Problem(refused.code(), refused.why());
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String detail(StateVersion version) {
        String from = version.facts().get("restored_from");
        String alarm = version.facts().get("alarm");
        return "version "
                + version.id()
                + (from == null ? "" : ", which is " + from + " again")
                + (alarm == null ? "" : ": " + alarm);
    }

    private static Reply outcome(StateName name, StateVersion version, String outcome) {
        return Reply.json(
                Statuses.OK,
                json -> {
                    write(json, name, version);
                    json.writeStringProperty("outcome", outcome);
                });
    }

    static void write(JsonGenerator json, StateName name, StateVersion version) {
        json.writeStringProperty("state", name.toString());
        StateFields.write(json, version);
    }
}
