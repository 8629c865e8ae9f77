package holdfast.engine;

import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.rulebook.Rulebook;
import holdfast.store.CommitResult;
import holdfast.store.Interest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Prolongs holds and gives them back, one at a time. */
final class Leases {
    private final Site site;
    private final CommitLoop loop;

    Leases(Site site, CommitLoop loop) {
        this.site = site;
        this.loop = loop;
    }

    /** Gives back one claim of a lock, or all of them if {@code claim} is null. */
    ReleaseOutcome release(Root root, LockId lock, @Nullable RequestId claim) {
        return loop.decideWarm(
                        root,
                        Rulebook.interestIn(lock, claim),
                        view ->
                                Rulebook.showsWhoIsNext(view)
                                        && view.holds().stream()
                                                .anyMatch(hold -> has(hold, lock, claim)),
                        (view, circumstances) ->
                                loop.rulebook().release(view, lock, claim, circumstances))
                .answer();
    }

    /** What is remembered of a root shows its holds, but not what became of a claim that is gone. */
    private static boolean has(Hold hold, LockId lock, @Nullable RequestId claim) {
        return hold.id().equals(lock) && (claim == null || hold.claim(claim).isPresent());
    }

    /** Prolongs a lock that nobody keeps alive. */
    RenewOutcome renew(Root root, LockId lock, Duration lease) {
        Optional<Hold> hold =
                site.store().read(root, Interest.NONE).holds().stream()
                        .filter(candidate -> candidate.id().equals(lock))
                        .findFirst();
        return hold.filter(Rulebook::isRenewable).isPresent()
                ? renew(root, hold.get(), lease)
                : loop.rulebook()
                        .lost(site.store().read(root, Interest.in(Rulebook.keyOf(lock))), lock);
    }

    RenewOutcome renew(Root root, Hold hold, Duration lease) {
        var beats = Renewals.of(site, List.of(hold));
        return switch (beats.send(
                        List.of(loop.rulebook().renew(root, hold.id(), hold.token(), lease)))
                .get(0)) {
            case CommitResult.Committed committed ->
                    new RenewOutcome.Renewed(committed.stamp().now());
            case CommitResult.Refused refused -> loop.rulebook().lost(refused.view(), hold.id());
        };
    }
}
