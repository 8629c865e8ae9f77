package holdfast.rulebook;

import holdfast.model.AuditEntry;
import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.ForceUnlockOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.LockId;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.Quarantine;
import holdfast.model.Standing;
import holdfast.model.Terms;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rule 9, force-unlock: with a reason and an audit entry in the same transaction. The old holder is told who and why, its token
 * is burnt, and the next grant waits for a quarantine, since the old holder may still be running. Whoever forces the lock once more
 * finds it gone; the quarantine itself ends early only for who skips it by name.
 */
final class ForceUnlock {
    static final Owner QUARANTINE = new Owner(new OwnerId("quarantine"), "quarantine");

    private ForceUnlock() {}

    static Decision<ForceUnlockOutcome> decide(
            Deliberation deliberation, ForceUnlockRequest request) {
        deliberation.rules().limits().check(request.quarantine());
        var why = new Ending.Forced(request.by(), request.reason());
        List<Hold> ended =
                deliberation.holds().stream()
                        .filter(hold -> request.locks().contains(hold.id()))
                        .filter(hold ->
                                hold.standing() != Standing.QUARANTINE
                                        || request.quarantine() instanceof Quarantine.Skipped)
                        .toList();
        if (ended.isEmpty()) {
            return deliberation.answer(gone(deliberation, request));
        }
        for (Hold hold : ended) {
            deliberation.audit(auditOf(hold, why));
            deliberation.end(hold, why);
            if (request.quarantine() instanceof Quarantine.For bounded) {
                deliberation.grant(quarantineOf(deliberation, hold, why, bounded));
            }
        }
        return deliberation.answer(new ForceUnlockOutcome.Unlocked(ended));
    }

    private static ForceUnlockOutcome gone(Deliberation deliberation, ForceUnlockRequest request) {
        var endings = new HashMap<LockId, Ending>();
        for (LockId lock : request.locks()) {
            if (deliberation.view().fates().get(Deliberation.keyOf(lock))
                    instanceof Fate.Ended ended) {
                endings.put(lock, ended.ending());
            }
        }
        return new ForceUnlockOutcome.Gone(endings);
    }

    private static AuditEntry auditOf(Hold hold, Ending.Forced why) {
        return new AuditEntry(
                "force-unlock",
                why.by(),
                why.reason(),
                hold.resource(),
                Map.of(
                        "lock_id", hold.id().text(),
                        "owner", hold.owner().name(),
                        "owner_id", hold.owner().id().text(),
                        "token", hold.token().toString(),
                        "acquired_at", hold.acquiredAt().toString()));
    }

    private static HoldDraft quarantineOf(
            Deliberation deliberation, Hold hold, Ending.Forced why, Quarantine.For quarantine) {
        return new HoldDraft(
                hold.resource(),
                hold.mode(),
                QUARANTINE,
                List.of(),
                Terms.of(quarantine.duration()),
                quarantine.duration(),
                Standing.QUARANTINE,
                Priority.NORMAL,
                Note.because(
                        abbreviated(
                                "force-unlocked from "
                                        + hold.owner().name()
                                        + " by "
                                        + why.by()
                                        + ": "
                                        + why.reason())),
                deliberation.circumstances().engine(),
                deliberation.nextHash());
    }

    private static String abbreviated(String text) {
        return text.length() <= Note.REASON_LENGTH_MAX
                ? text
                : text.substring(0, Note.REASON_LENGTH_MAX);
    }
}
