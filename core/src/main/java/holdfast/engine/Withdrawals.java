package holdfast.engine;

import holdfast.model.CancelOutcome;
import holdfast.model.LockId;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.rulebook.Circumstances;
import holdfast.rulebook.Decision;
import holdfast.rulebook.Rulebook;
import holdfast.store.Interest;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives up the places in line of callers who stopped waiting, and their locks too if the grant was faster. */
final class Withdrawals {
    private static final Logger LOG = LoggerFactory.getLogger(Withdrawals.class);
    private static final int ATTEMPTS_MAX = 10;
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(2);

    private final Site site;
    private final CommitLoop loop;
    private final Attempts attempts;

    Withdrawals(Site site, CommitLoop loop, Attempts attempts) {
        this.site = site;
        this.loop = loop;
        this.attempts = attempts;
    }

    /** Ends a call, and gives up what it leaves behind. */
    void end(Root root, RequestId request) {
        switch (attempts.end(request)) {
            case NONE -> {}
            case WITHDRAW_NOW -> now(root, request);
            case WITHDRAW_LATER -> inTheBackground(root, request);
        }
    }

    /** Gives back later what the store did not take back now. */
    void later(Root root, RequestId request) {
        if (attempts.withdrawLater(request)) {
            inTheBackground(root, request);
        }
    }

    private void now(Root root, RequestId request) {
        // The way out must not be cut short; the caller finds its interrupt again afterwards.
        boolean interrupted = Thread.interrupted();
        try {
            if (!attempt(root, request)) {
                inTheBackground(root, request);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The store does not answer now. What is left behind lapses by itself; this only makes it sooner. */
    private void inTheBackground(Root root, RequestId request) {
        site.host().start("holdfast-withdraw", () -> tryRepeatedly(root, request));
    }

    private void tryRepeatedly(Root root, RequestId request) {
        EngineHost.Signal never = site.host().newSignal();
        try {
            for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
                never.await(BETWEEN_ATTEMPTS);
                if (!attempts.beginWithdrawal(request) || attempt(root, request)) {
                    return;
                }
            }
            attempts.abandon(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @return whether nothing is left to do */
    private boolean attempt(Root root, RequestId request) {
        boolean done = false;
        try {
            withdraw(root, request);
            done = true;
        } catch (StoreException e) {
            LOG.debug("withdrawing {} from '{}' failed", request, root, e);
        } finally {
            if (done) {
                attempts.withdrawn(request);
            } else {
                attempts.notWithdrawn(request);
            }
        }
        return done;
    }

    private void withdraw(Root root, RequestId request) {
        CancelOutcome outcome =
                loop.decide(
                                root,
                                Interest.in(request),
                                (view, circumstances) ->
                                        loop.rulebook()
                                                .forestall(
                                                        view,
                                                        request,
                                                        "its caller stopped waiting",
                                                        circumstances))
                        .answer();
        if (outcome instanceof CancelOutcome.AlreadyGranted granted) {
            giveBack(root, granted.hold().id(), request);
        }
    }

    /** Gives back a claim of which its caller was not told; not if it asked for it through another engine too. */
    void giveBack(Root root, LockId lock, RequestId request) {
        loop.decide(
                root,
                Rulebook.interestIn(lock, request),
                (view, circumstances) -> giveBack(view, lock, request, circumstances));
    }

    private Decision<ReleaseOutcome> giveBack(
            RootView view, LockId lock, RequestId request, Circumstances circumstances) {
        boolean ours =
                view.holds().stream()
                        .filter(hold -> hold.id().equals(lock))
                        .flatMap(hold -> hold.claim(request).stream())
                        .anyMatch(claim -> site.engine().equals(claim.via()));
        // Otherwise the caller asked again through another engine, and was told that it holds the
        // lock.
        return ours
                ? loop.rulebook().release(view, lock, request, circumstances)
                : new Decision<>(
                        null, stamp -> new ReleaseOutcome.NotFound(), Decision.More.SETTLED);
    }
}
