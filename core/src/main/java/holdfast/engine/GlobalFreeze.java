package holdfast.engine;

import holdfast.model.AuditEntry;
import holdfast.model.Hold;
import holdfast.model.Owner;
import holdfast.model.Prefix;
import holdfast.store.FreezeDraft;
import holdfast.store.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What belongs to every lock on everything, wherever its holder is: its freeze, and whom it waits for. */
final class GlobalFreeze {
    private GlobalFreeze() {}

    /** @param lease of the lock: the freeze lasts for twice as long, since it must not end before the lock */
    static FreezeDraft draft(String id, Owner owner, String reason, Duration lease) {
        return new FreezeDraft(
                id,
                Prefix.EVERYTHING,
                owner.name(),
                reason.isBlank() ? "global lock" : reason,
                lease.multipliedBy(2),
                Set.of(owner.id().text()));
    }

    static void prolong(LockStore store, FreezeDraft draft) {
        store.placeFreeze(
                draft,
                new AuditEntry(
                        "freeze",
                        draft.by(),
                        draft.reason(),
                        Freezing.shown(draft.prefix()),
                        Map.of("prolonged", "with its global lock")));
    }

    /** The live holds of all others. */
    static List<Hold> othersThan(Owner owner, HoldPages.Source holds) {
        return HoldPages.all(holds).stream()
                .flatMap(page -> page.holds().stream().filter(hold -> hold.isLive(page.now())))
                .filter(hold -> !hold.owner().is(owner))
                .toList();
    }
}
