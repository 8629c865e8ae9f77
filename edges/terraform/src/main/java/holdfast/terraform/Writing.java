package holdfast.terraform;

import holdfast.engine.LockEngine;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.SubPath;
import holdfast.state.OrphanNote;
import holdfast.state.SaveOutcome;
import holdfast.state.SaveRequest;
import holdfast.state.StateName;
import holdfast.state.StateStamp;
import holdfast.state.StateVersion;
import holdfast.state.States;
import holdfast.state.Writer;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Saves what clients send. A body that may not be saved is kept, since it may describe what really exists. */
final class Writing {
    private static final Logger LOG = LoggerFactory.getLogger(Writing.class);

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
        Hold hold = Tenure.find(engine, Locking.resource(name), id).hold();
        if (hold != null && hold.mode() == Mode.EXCLUSIVE) {
            locking.renew(hold);
            return save(name, Writer.of(hold, id), upload, facts(name, upload, visitor));
        }
        StateStamp latest = states.pointer(name).stamps().get(SubPath.WHOLE);
        if (latest != null && latest.client().equals(id)) {
            // It lost its lock, but nobody came after it: what it did is the latest there is.
            LOG.warn("'{}' is saved by lock {} of {}, which has ended", name, id, latest.by());
            Map<String, String> facts = facts(name, upload, visitor);
            facts.put("late", "its lock had ended, and nobody had locked the state since");
            return save(name, Writer.of(latest), upload, facts);
        }
        String orphan =
                states.keepOrphan(
                        name,
                        new OrphanNote(id, visitor.name(), "nobody holds a lock with this id"),
                        upload);
        return refused(name, orphan, "no lock with the id " + id + " is held");
    }

    /** Without a lock: the server takes one for the moment, so that the write is fenced like every other. */
    Answer writeUnlocked(StateName name, StateUpload upload, Access.Visitor visitor)
            throws IOException {
        Hold hold = momentary(name, visitor);
        if (hold == null) {
            String orphan =
                    states.keepOrphan(
                            name,
                            new OrphanNote("", visitor.name(), "written without a lock"),
                            upload);
            return refused(name, orphan, "a write without a lock is not allowed now");
        }
        try {
            Map<String, String> facts = facts(name, upload, visitor);
            facts.put("unlocked", "written without a lock");
            return save(name, Writer.of(hold), upload, facts);
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
        if (locking.lock(name, info, visitor).status() != 200) {
            return null;
        }
        return Tenure.find(engine, Locking.resource(name), id).hold();
    }

    private Answer save(
            StateName name, Writer writer, StateUpload upload, Map<String, String> facts)
            throws IOException {
        var request =
                SaveRequest.of(writer, new SaveRequest.Base.Anything())
                        .during("write")
                        .with(facts)
                        .keepingWhatIsRefused();
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
        StateVersion current = states.pointer(name).current();
        if (current != null) {
            String alarm = alarm(current.facts(), upload.facts());
            if (!alarm.isEmpty()) {
                LOG.warn("'{}': {}", name, alarm);
                facts.put("alarm", alarm);
            }
        }
        return facts;
    }

    private static String alarm(Map<String, String> before, Map<String, String> now) {
        String oldLineage = before.get("lineage");
        String newLineage = now.get("lineage");
        if (oldLineage != null && newLineage != null && !oldLineage.equals(newLineage)) {
            return "the lineage changed from " + oldLineage + " to " + newLineage;
        }
        String oldSerial = before.get("serial");
        String newSerial = now.get("serial");
        if (oldSerial != null
                && newSerial != null
                && new BigInteger(newSerial).compareTo(new BigInteger(oldSerial)) < 0) {
            return "the serial went back from " + oldSerial + " to " + newSerial;
        }
        return "";
    }
}
