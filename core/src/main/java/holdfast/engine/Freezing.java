package holdfast.engine;

import holdfast.model.AuditEntry;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.InvalidRequestException;
import holdfast.model.Length;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.SubPath;
import holdfast.model.Terms;
import holdfast.store.FreezeDraft;
import holdfast.store.Predecessor;
import java.util.Map;
import java.util.Optional;

/** Rule 13 on the side of who freezes: a freeze is in force when no engine may still grant with a list without it. */
final class Freezing {
    /** Somebody who prolongs a freeze all the time must not keep who lifts it busy for ever. */
    private static final int ATTEMPTS_MAX = 20;

    private final Site site;
    private final CommitLoop loop;

    Freezing(Site site, CommitLoop loop) {
        this.site = site;
        this.loop = loop;
    }

    Freeze freeze(FreezeDraft draft) throws InterruptedException {
        return freeze(draft, new Predecessor.Any()).orElseThrow();
    }

    /** Empty, and nothing changed, if what is there is not what it may replace. */
    Optional<Freeze> freeze(FreezeDraft draft, Predecessor replaced) throws InterruptedException {
        check(draft);
        Optional<Freeze> placed =
                site.store()
                        .placeFreeze(
                                draft,
                                replaced,
                                audit("freeze", draft.by(), draft.reason(), draft.prefix()));
        if (placed.isPresent()) {
            awaitInForce(loop.freezes().refresh());
        }
        return placed;
    }

    private static void check(FreezeDraft draft) {
        if (!draft.lasts().isPositive() || draft.lasts().compareTo(Terms.LONGEST) > 0) {
            throw new InvalidRequestException(
                    "a freeze of "
                            + Length.inWords(draft.lasts())
                            + " is not between zero and "
                            + Length.inWords(Terms.LONGEST));
        }
        if (draft.reason().isBlank()) {
            throw new InvalidRequestException("a freeze needs a reason");
        }
    }

    /** Counted from a look that shows the freeze: its own stamp may be older than its visibility. */
    void awaitInForce(Freezes seen) throws InterruptedException {
        EngineHost.Signal never = site.host().newSignal();
        StoreTime inForce = seen.asOf().plus(Freezes.FRESH_FOR);
        StoreTime now = seen.asOf();
        while (!now.hasReached(inForce)) {
            never.await(now.until(inForce));
            now = loop.freezes().refresh().asOf();
        }
    }

    /** Whichever has this id: one that replaces it meanwhile ends too. */
    Optional<Freeze> thaw(String id, String by, String reason) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Optional<Freeze> known = find(id);
            Optional<Freeze> lifted = known.flatMap(freeze -> thaw(freeze, by, reason));
            if (known.isEmpty() || lifted.isPresent()) {
                return lifted;
            }
        }
        return Optional.empty();
    }

    private Optional<Freeze> find(String id) {
        return loop.freezes().refresh().all().stream()
                .filter(freeze -> freeze.id().equals(id))
                .findFirst();
    }

    /** Empty, and nothing changed, if it has ended, or was replaced by another. */
    Optional<Freeze> thaw(Freeze seen, String by, String reason) {
        Optional<Freeze> lifted =
                site.store().liftFreeze(seen, audit("thaw", by, reason, seen.prefix()));
        loop.freezes().refresh();
        return lifted;
    }

    private static AuditEntry audit(String action, String by, String reason, Prefix prefix) {
        return new AuditEntry(
                action, by, reason, shown(prefix), Map.of("prefix", prefix.toString()));
    }

    /** The prefix as a resource, for the audit trail. */
    static Resource shown(Prefix prefix) {
        return prefix.equals(Prefix.EVERYTHING)
                ? new Resource(new Root("everything"), SubPath.WHOLE)
                : Resource.parse(prefix.text());
    }
}
