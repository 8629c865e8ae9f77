package holdfast.terraform;

import holdfast.engine.LockEngine;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Refusal;
import holdfast.model.RequestState;
import holdfast.model.SubPath;
import holdfast.state.OrphanNote;
import holdfast.state.Pointer;
import holdfast.state.SaveOutcome;
import holdfast.state.SaveRequest;
import holdfast.state.StateName;
import holdfast.state.StateStamp;
import holdfast.state.StateUpload;
import holdfast.state.StateVersion;
import holdfast.state.States;
import holdfast.state.Succession;
import holdfast.state.Writer;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Saves what clients send. A body that may not be saved is kept, since it may describe what really exists. */
final class Writing {
    private static final Logger LOG = LoggerFactory.getLogger(Writing.class);
    private static final int HISTORY_SEARCHED = 50;
    private static final String USER = "user";

    /** What is written down of a version, by the fact that it has. */
    private static final Map<String, String> EVENTS =
            Map.of(
                    "late", "state.written_late",
                    "unlocked", "state.written_unlocked",
                    "alarm", "state.alarm");

    private final LockEngine engine;
    private final States states;
    private final TerraformSettings settings;
    private final Witness witness;
    private final Locking locking;
    private final Holders holders;

    Writing(TerraformBackend.Parts parts, Locking locking) {
        this.engine = parts.engine();
        this.states = parts.states();
        this.settings = parts.settings();
        this.witness = parts.witness();
        this.locking = locking;
        this.holders = new Holders(engine);
    }

    /** @param id of the lock under which the client writes */
    Answer write(StateName name, String id, StateUpload upload, Access.Visitor visitor)
            throws IOException {
        Tenure tenure = Tenure.find(engine, Locking.resource(name), id, visitor);
        Pointer pointer = states.pointer(name);
        var succession = Succession.of(pointer.current(), upload.facts());
        Hold hold = tenure.hold();
        if (hold != null && hold.mode() == Mode.EXCLUSIVE) {
            locking.renew(hold);
            if (isBehind(id, pointer.current(), upload)) {
                return goneBack(name, id, upload, visitor);
            }
            Map<String, String> facts = facts(name, upload, visitor);
            // Asked again when the state is replaced: a newer one may be sent at this moment.
            var base = new SaveRequest.Base.Where(current -> !isBehind(id, current, upload));
            var request = Credited.request(visitor, Writer.of(hold, id), base, facts);
            return save(name, request, upload, visitor);
        }
        if (!(tenure.state() instanceof RequestState.Unknown) && repeated(name, id, upload)) {
            return Answer.ok();
        }
        StateStamp latest = pointer.stamps().get(SubPath.WHOLE);
        if (latest != null
                && isLate(tenure, latest)
                && succession.goesOn()
                && !locking.isHeld(name)) {
            // It lost its lock, but nobody came after it: what it did is the latest there is.
            LOG.warn("'{}' is saved by lock {} of {}, which has ended", name, id, latest.by());
            Map<String, String> facts = facts(name, upload, visitor);
            facts.put("late", "its lock had ended, and nobody had locked the state since");
            var base = SaveRequest.Base.of(pointer.current());
            var request = Credited.request(visitor, Writer.of(latest), base, facts);
            return save(name, request, upload, visitor);
        }
        return refused(
                name, upload, visitor, new Why(id, "no lock with the id " + id + " is held"));
    }

    /** Within one run the serial only grows; who means to go back locks anew for it. */
    private Answer goneBack(StateName name, String id, StateUpload upload, Access.Visitor visitor)
            throws IOException {
        return repeated(name, id, upload)
                ? Answer.ok()
                : refused(
                        name,
                        upload,
                        visitor,
                        new Why(id, "a newer serial was saved under this lock"));
    }

    /** Its client lost the lock and did not give it back, and the latest stamp is still that of its lock. */
    private static boolean isLate(Tenure tenure, StateStamp latest) {
        Refusal.Ended loss = tenure.loss();
        return loss != null && loss.lock().text().equals(latest.lock());
    }

    /** Whether the same client has already sent a newer one under the same lock. */
    private static boolean isBehind(String id, @Nullable StateVersion current, StateUpload upload) {
        return current != null
                && current.client().equals(id)
                && Succession.of(current, upload.facts()).goesBack();
    }

    /** Whether this is a late copy of what the same client had saved before: then it was done, whatever came after it. */
    private boolean repeated(StateName name, String id, StateUpload upload) throws IOException {
        Optional<String> md5 = upload.namedMd5();
        if (md5.isEmpty()
                || states.history(name, HISTORY_SEARCHED).stream()
                        .noneMatch(version ->
                                version.client().equals(id)
                                        && version.digest().md5().equals(md5.get())
                                        && !isDamaged(name, version))) {
            return false;
        }
        upload.transferTo(OutputStream.nullOutputStream());
        return true;
    }

    /** Whether it is the current version and its body is lost: then what comes again is worth keeping. */
    private boolean isDamaged(StateName name, StateVersion version) {
        return states.currentIfKnown(name).filter(version::equals).isPresent()
                && !states.isSound(name, version);
    }

    /** A copy of the present state changes nothing: its answer may have been lost the first time. */
    private boolean isThere(StateName name, StateUpload upload) throws IOException {
        StateVersion current = states.pointer(name).current();
        boolean isThere =
                current != null
                        && upload.namedMd5().filter(current.digest().md5()::equals).isPresent()
                        // What is damaged is saved anew.
                        && states.isSound(name, current);
        if (isThere) {
            upload.transferTo(OutputStream.nullOutputStream());
        }
        return isThere;
    }

    /** @param client the id of the lock, as its client calls it; empty if it has none */
    private record Why(String client, String text) {}

    private Answer refused(StateName name, StateUpload upload, Access.Visitor visitor, Why why)
            throws IOException {
        var note = new OrphanNote(why.client(), visitor.name(), why.text());
        return refused(name, states.keepOrphan(name, note, upload).orElse(null), note, visitor);
    }

    /** Without a lock: the server takes one for the moment, so that the write is fenced like every other. */
    Answer writeUnlocked(StateName name, StateUpload upload, Access.Visitor visitor)
            throws IOException {
        if (isThere(name, upload)) {
            return Answer.ok();
        }
        Hold hold = momentary(name, visitor);
        if (hold == null) {
            return refused(name, upload, visitor, new Why("", whyNot(name)));
        }
        try {
            Map<String, String> facts = facts(name, upload, visitor);
            facts.put("unlocked", "written without a lock");
            // It may be a late copy, so it never replaces a newer one: who means to go back locks.
            var base =
                    new SaveRequest.Base.Where(
                            current -> Succession.of(current, upload.facts()).goesOn());
            var request = Credited.request(visitor, Writer.of(hold), base, facts);
            return save(name, request, upload, visitor);
        } finally {
            engine.release(name.root(), hold.id(), null);
        }
    }

    private boolean needsALock() {
        return settings.unlockedWrites() == TerraformSettings.UnlockedWrites.REFUSED;
    }

    /** Why nothing is written without a lock. */
    private String whyNot(StateName name) {
        return needsALock()
                ? "a write without a lock (-lock=false) is not taken here, as"
                        + " terraform.unlocked_writes says"
                : "a write without a lock (-lock=false) is not taken while somebody has it: "
                        + withoutStop(holders.inTheWay(Locking.resource(name), null).info());
    }

    private static String withoutStop(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    Answer delete(StateName name, Access.Visitor visitor) {
        if (needsALock()) {
            return Answer.problem(
                    409,
                    "nothing is removed without a lock here, as terraform.unlocked_writes says:"
                            + " holdfast state rm "
                            + name);
        }
        Hold hold = momentary(name, visitor);
        if (hold == null) {
            return Answer.locked(holders.inTheWay(Locking.resource(name), null));
        }
        try {
            return delete(name, new Tenant(hold, visitor));
        } finally {
            engine.release(name.root(), hold.id(), null);
        }
    }

    /** Who has the lock for a moment. */
    private record Tenant(Hold hold, Access.Visitor visitor) {}

    private Answer delete(StateName name, Tenant tenant) {
        StateVersion current = states.pointer(name).current();
        if (current != null) {
            witness.before(removal("state.remove.requested", name, tenant, current));
        }
        return switch (states.remove(name, Writer.of(tenant.hold()))) {
            case SaveOutcome.Fenced fenced ->
                    Answer.problem(409, "the state was locked by " + fenced.by().by());
            case SaveOutcome.Saved removed -> {
                witness.after(removal("state.removed", name, tenant, removed.version()));
                yield Answer.ok();
            }
            default -> Answer.ok();
        };
    }

    private static Witness.Act removal(
            String event, StateName name, Tenant tenant, StateVersion version) {
        Hold hold = tenant.hold();
        Map<String, String> facts =
                Map.of("version", version.id(), "fence", hold.token().toString());
        Access.Visitor by = tenant.visitor();
        return new Witness.Act(event, name, hold.id().text(), by.name(), Credited.facts(by, facts));
    }

    /** Null if someone else holds the state, or such writes are not allowed. */
    private @Nullable Hold momentary(StateName name, Access.Visitor visitor) {
        if (needsALock()) {
            return null;
        }
        String id = "unlocked-" + UUID.randomUUID();
        var info =
                new LockInfo(
                        id,
                        "write without a lock",
                        "",
                        visitor.name(),
                        "",
                        Instant.now().toString(),
                        "");
        if (locking.lockForAMoment(name, info, visitor).status() != 200) {
            return null;
        }
        return Tenure.find(engine, Locking.resource(name), id, visitor).hold();
    }

    private Answer save(
            StateName name, SaveRequest request, StateUpload upload, Access.Visitor visitor)
            throws IOException {
        Writer writer = request.writer();
        String user = request.facts().getOrDefault(USER, writer.by());
        return switch (states.save(name, request, upload)) {
            case SaveOutcome.Saved saved -> {
                EVENTS.forEach((fact, event) -> {
                    if (saved.version().facts().containsKey(fact)) {
                        tell(event, name, saved.version(), visitor);
                    }
                });
                yield Answer.ok();
            }
            case SaveOutcome.Unchanged unchanged -> Answer.ok();
            case SaveOutcome.Fenced fenced ->
                    refused(
                            name,
                            fenced.orphan(),
                            new OrphanNote(
                                    writer.client(),
                                    user,
                                    "the state was locked by " + fenced.by().by() + " since"),
                            visitor);
            case SaveOutcome.Changed changed ->
                    refused(
                            name,
                            changed.orphan(),
                            new OrphanNote(
                                    writer.client(),
                                    user,
                                    "there is a newer one, or one of another lineage"),
                            visitor);
        };
    }

    private void tell(String event, StateName name, StateVersion version, Access.Visitor visitor) {
        Map<String, String> facts = Credited.facts(visitor, version.facts());
        facts.put("version", version.id());
        facts.put("fence", Long.toString(version.token()));
        witness.after(new Witness.Act(event, name, version.lock(), visitor.name(), facts));
    }

    private Answer refused(
            StateName name, @Nullable String orphan, OrphanNote note, Access.Visitor visitor) {
        LOG.warn("a write to '{}' is refused and kept as {}: {}", name, orphan, note.why());
        Map<String, String> facts = Credited.facts(visitor, Map.of("reason", note.why()));
        facts.put("terraform_id", note.client());
        facts.put("orphan", orphan == null ? "not kept: there are too many" : orphan);
        witness.after(new Witness.Act("state.write_refused", name, null, note.by(), facts));
        String fate =
                orphan == null
                        ? "What was sent is NOT kept, since too much is kept already"
                        : "What was sent is kept as " + orphan;
        return Answer.problem(
                409, note.why() + ". " + fate + ": see 'holdfast state orphans " + name + "'");
    }

    /** What the history should know; says loudly what should not be, but may be. */
    private Map<String, String> facts(StateName name, StateUpload upload, Access.Visitor visitor) {
        Map<String, String> facts = new LinkedHashMap<>(upload.facts());
        facts.put(USER, visitor.name());
        Succession.of(states.pointer(name).current(), upload.facts())
                .alarm()
                .ifPresent(alarm -> {
                    LOG.warn("'{}': {}", name, alarm);
                    facts.put("alarm", alarm);
                });
        return facts;
    }
}
