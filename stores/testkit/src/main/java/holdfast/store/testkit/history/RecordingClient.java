package holdfast.store.testkit.history;

import holdfast.engine.LockEngine;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Refusal;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Asks an engine and writes down what it was told. One thread uses it. */
final class RecordingClient {
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final LockEngine engine;
    private final LockHistory history;

    RecordingClient(LockEngine engine, LockHistory history) {
        this.engine = engine;
        this.history = history;
    }

    /** @param attempts how often a call that failed is repeated, under the same request id, before it is given up */
    Optional<Hold> acquire(AcquireRequest request, int attempts) throws InterruptedException {
        long first = System.nanoTime();
        history.asks(request.id(), first);
        for (int attempt = 0; attempt < attempts; attempt++) {
            long from = System.nanoTime();
            try {
                AcquireOutcome outcome = engine.acquire(request);
                return told(request, outcome, new Interval(first, from, System.nanoTime()));
            } catch (StoreException e) {
                failed(e);
            }
        }
        return Optional.empty();
    }

    /** A grant may be that of the first attempt, whose answer was lost; a refusal is always of the latest one. */
    private record Interval(long firstAttempt, long latestAttempt, long to) {}

    private Optional<Hold> told(AcquireRequest request, AcquireOutcome outcome, Interval when) {
        return switch (outcome) {
            case AcquireOutcome.Granted granted -> {
                add(
                        granted.hold(),
                        new Recorded<>(
                                LockCall.Granted.of(granted.hold()),
                                when.firstAttempt(),
                                when.to()));
                yield Optional.of(granted.hold());
            }
            case AcquireOutcome.Refused refused -> {
                toldWhy(request, refused.refusal(), when);
                yield Optional.empty();
            }
            case AcquireOutcome.Queued queued ->
                    throw new AssertionError("an acquire ended in line: " + queued);
        };
    }

    private void toldWhy(AcquireRequest request, Refusal refusal, Interval when) {
        switch (refusal) {
            case Refusal.Held held -> {
                history.saw(held.holders());
                refused(
                        request,
                        when,
                        LockCall.Refused.of(
                                held.resource(), request.mode(), held.holders(), held.now()));
            }
            case Refusal.TimedOut timedOut -> {
                history.saw(timedOut.holders());
                refused(
                        request,
                        when,
                        LockCall.Refused.of(
                                timedOut.resource(),
                                request.mode(),
                                timedOut.holders(),
                                timedOut.now()));
            }
            // What an attempt left behind was given back before it was repeated.
            case Refusal.Ended ended -> {}
            case Refusal.Cancelled cancelled -> {}
            default -> throw new AssertionError("nobody gave a reason for " + refusal);
        }
    }

    private void refused(AcquireRequest request, Interval when, LockCall call) {
        history.add(
                request.resource().root(), new Recorded<>(call, when.latestAttempt(), when.to()));
    }

    /** @return whether the hold may still be there */
    boolean renew(Hold hold) {
        long from = System.nanoTime();
        try {
            RenewOutcome outcome =
                    engine.renew(hold.resource().root(), hold.id(), hold.terms().lease());
            long to = System.nanoTime();
            switch (outcome) {
                case RenewOutcome.Renewed renewed ->
                        add(
                                hold,
                                new Recorded<>(
                                        new LockCall.Renewed(
                                                hold.token(), hold.terms().lease(), renewed.at()),
                                        from,
                                        to));
                case RenewOutcome.Lost lost -> {
                    lost(hold, lost.ending() == null ? NO_TRACE : lost.ending(), from, to);
                    return false;
                }
            }
        } catch (StoreException e) {
            failed(e);
            add(hold, Recorded.unanswered(new LockCall.RenewedPerhaps(hold.token()), from));
        }
        return true;
    }

    /** @param attempts how often a call that failed is repeated before it is given up */
    void release(Hold hold, int attempts) {
        long from = System.nanoTime();
        for (int attempt = 0; attempt < attempts; attempt++) {
            try {
                ReleaseOutcome outcome =
                        engine.release(
                                hold.resource().root(), hold.id(), hold.claims().get(0).request());
                long to = System.nanoTime();
                switch (outcome) {
                    case ReleaseOutcome.Released released ->
                            add(
                                    hold,
                                    new Recorded<>(new LockCall.Released(hold.token()), from, to));
                    case ReleaseOutcome.Lost lost -> lost(hold, lost.ending(), from, to);
                    case ReleaseOutcome.NotFound notFound -> lost(hold, NO_TRACE, from, to);
                }
                return;
            } catch (StoreException e) {
                failed(e);
            }
        }
        add(hold, Recorded.unanswered(new LockCall.Released(hold.token()), from));
    }

    /** That a store forgot a hold is no way in which one may end. */
    private static final Ending NO_TRACE = new Ending.Cancelled("the store knows nothing of it");

    private void lost(Hold hold, Ending ending, long from, long to) {
        add(hold, new Recorded<>(new LockCall.Lost(hold.token(), ending), from, to));
    }

    private void add(Hold hold, Recorded<LockCall> call) {
        history.add(hold.resource().root(), call);
    }

    private void failed(StoreException e) {
        if (!(e instanceof StoreException.Unavailable
                || e instanceof StoreException.OutcomeUnknown)) {
            throw e;
        }
        history.failed(e);
        LockSupport.parkNanos(PAUSE.toNanos());
    }
}
