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
import holdfast.state.StateVersion;
import holdfast.state.States;
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

    private final LockEngine engine;
    private final States states;
    private final TerraformSettings settings;
    private final Locking locking;
    private final Holders holders;

    Writing(LockEngine engine, States states, TerraformSettings settings, Locking locking) {
        this.engine = engine;
        this.states = states;
        this.settings = settings;
        this.locking = locking;
        this.holders = new Holders(engine);
    }

    /** @param id of the lock under which the client writes */
    Answer write(StateName name, String id, StateUpload upload, Access.Visitor visitor)
            throws IOException {
        Tenure tenure = Tenure.find(engine, Locking.resource(name), id, visitor);
        Pointer pointer = states.pointer(name);
        var serials = Serials.of(pointer.current(), upload);
        Hold hold = tenure.hold();
        if (hold != null && hold.mode() == Mode.EXCLUSIVE) {
            locking.renew(hold);
            if (serials.goesBack() && isLastWrittenBy(id, pointer)) {
                return goneBack(name, id, upload, visitor);
            }
            Map<String, String> facts = facts(name, upload, visitor);
            return save(
                    name,
                    request(Writer.of(hold, id), new SaveRequest.Base.Anything(), facts),
                    upload);
        }
        if (!(tenure.state() instanceof RequestState.Unknown) && repeated(name, id, upload)) {
            return Answer.ok();
        }
        StateStamp latest = pointer.stamps().get(SubPath.WHOLE);
        if (latest != null && isLate(tenure, latest) && serials.goesOn() && !locking.isHeld(name)) {
            // It lost its lock, but nobody came after it: what it did is the latest there is.
            LOG.warn("'{}' is saved by lock {} of {}, which has ended", name, id, latest.by());
            Map<String, String> facts = facts(name, upload, visitor);
            facts.put("late", "its lock had ended, and nobody had locked the state since");
            return save(
                    name,
                    request(Writer.of(latest), SaveRequest.Base.of(pointer.current()), facts),
                    upload);
        }
        return refused(
                name,
                upload,
                new OrphanNote(id, visitor.name(), "no lock with the id " + id + " is held"));
    }

    /** Within one run the serial only grows; who means to go back locks anew for it. */
    private Answer goneBack(StateName name, String id, StateUpload upload, Access.Visitor visitor)
            throws IOException {
        return repeated(name, id, upload)
                ? Answer.ok()
                : refused(
                        name,
                        upload,
                        new OrphanNote(
                                id, visitor.name(), "a newer serial was saved under this lock"));
    }

    /** Its client lost the lock and did not give it back, and the latest stamp is still that of its lock. */
    private static boolean isLate(Tenure tenure, StateStamp latest) {
        Refusal.Ended loss = tenure.loss();
        return loss != null && loss.lock().text().equals(latest.lock());
    }

    private static boolean isLastWrittenBy(String id, Pointer pointer) {
        StateVersion current = pointer.current();
        return current != null && current.client().equals(id);
    }

    /** Whether this is a late copy of what the same client had saved before: then it was done, whatever came after it. */
    private boolean repeated(StateName name, String id, StateUpload upload) throws IOException {
        Optional<String> md5 = upload.namedMd5();
        if (md5.isEmpty()
                || states.history(name, HISTORY_SEARCHED).stream()
                        .noneMatch(version ->
                                version.client().equals(id)
                                        && version.digest().md5().equals(md5.get()))) {
            return false;
        }
        upload.transferTo(OutputStream.nullOutputStream());
        return true;
    }

    private Answer refused(StateName name, StateUpload upload, OrphanNote note) throws IOException {
        return refused(name, states.keepOrphan(name, note, upload), note.why());
    }

    /** Without a lock: the server takes one for the moment, so that the write is fenced like every other. */
    Answer writeUnlocked(StateName name, StateUpload upload, Access.Visitor visitor)
            throws IOException {
        Hold hold = momentary(name, visitor);
        if (hold == null) {
            return refused(
                    name,
                    upload,
                    new OrphanNote(
                            "", visitor.name(), "a write without a lock is not allowed now"));
        }
        try {
            Map<String, String> facts = facts(name, upload, visitor);
            facts.put("unlocked", "written without a lock");
            return save(
                    name, request(Writer.of(hold), new SaveRequest.Base.Anything(), facts), upload);
        } finally {
            engine.release(name.root(), hold.id(), null);
        }
    }

    Answer delete(StateName name, Access.Visitor visitor) {
        Hold hold = momentary(name, visitor);
        if (hold == null) {
            return Answer.locked(holders.inTheWay(Locking.resource(name), null));
        }
        try {
            return switch (states.remove(name, Writer.of(hold))) {
                case SaveOutcome.Fenced fenced ->
                        Answer.problem(409, "the state was locked by " + fenced.by().by());
                default -> Answer.ok();
            };
        } finally {
            engine.release(name.root(), hold.id(), null);
        }
    }

    /** Null if someone else holds the state, or such writes are not allowed. */
    private @Nullable Hold momentary(StateName name, Access.Visitor visitor) {
        if (settings.unlockedWrites() == TerraformSettings.UnlockedWrites.REFUSED) {
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

    private static SaveRequest request(
            Writer writer, SaveRequest.Base base, Map<String, String> facts) {
        return SaveRequest.of(writer, base).during("write").with(facts).keepingWhatIsRefused();
    }

    private Answer save(StateName name, SaveRequest request, StateUpload upload)
            throws IOException {
        return switch (states.save(name, request, upload)) {
            case SaveOutcome.Saved saved -> Answer.ok();
            case SaveOutcome.Unchanged unchanged -> Answer.ok();
            case SaveOutcome.Fenced fenced ->
                    refused(
                            name,
                            fenced.orphan(),
                            "the state was locked by " + fenced.by().by() + " since");
            case SaveOutcome.Changed changed ->
                    refused(name, changed.orphan(), "the state was saved by another");
        };
    }

    private Answer refused(StateName name, @Nullable String orphan, String why) {
        LOG.warn("a write to '{}' is refused and kept as orphan {}: {}", name, orphan, why);
        return Answer.problem(
                409,
                why
                        + ". What was sent is kept as "
                        + orphan
                        + ": see 'holdfast state orphans "
                        + name
                        + "'");
    }

    /** What the history should know; says loudly what should not be, but may be. */
    private Map<String, String> facts(StateName name, StateUpload upload, Access.Visitor visitor) {
        Map<String, String> facts = new LinkedHashMap<>(upload.facts());
        facts.put("user", visitor.name());
        String alarm = Serials.of(states.pointer(name).current(), upload).alarm();
        if (!alarm.isEmpty()) {
            LOG.warn("'{}': {}", name, alarm);
            facts.put("alarm", alarm);
        }
        return facts;
    }
}
