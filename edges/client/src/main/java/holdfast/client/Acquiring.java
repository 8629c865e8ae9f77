package holdfast.client;

import static java.time.temporal.ChronoUnit.SECONDS;

import holdfast.engine.HostTime;
import holdfast.engine.LockKeeper;
import holdfast.engine.QueuePosition;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Claim;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.Length;
import holdfast.model.NotPermittedException;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.WhenHeld;
import holdfast.store.HoldPage;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request for a lock, from asking to the grant. Waits by asking again and again what became of it, at whichever server answers: that
 * keeps the place. Used by one thread.
 */
final class Acquiring {
    private static final Logger LOG = LoggerFactory.getLogger(Acquiring.class);

    /** So short that a server that is gone is noticed while the place is still kept by what it did last. */
    private static final Duration POLL = Duration.ofSeconds(10);

    private static final Duration SHORTEST_POLL = Duration.ofSeconds(1);
    private static final long BETWEEN_LOOKS_MILLIS = 50;
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    private static final int IN_LINE = 202;
    private static final long MILLIS_ROUNDED = 999;

    private final AcquireRequest request;
    private final Parts parts;
    private final long began = System.nanoTime();
    private final Duration atMost;
    private boolean inLine;
    private boolean told;
    private boolean complained;

    /** @param queued is told once if the request has to wait */
    record Parts(
            Api api, Withdrawing withdrawing, LockKeeper keeper, Consumer<AcquireRequest> queued) {}

    /**
     * @param sentAt from before the request was sent that proves the lock
     * @param lasts how long it lasts from then; zero if it was not granted
     */
    record Got(AcquireOutcome outcome, HostTime sentAt, Duration lasts) {}

    Acquiring(AcquireRequest request, Parts parts) {
        this.request = request;
        this.parts = parts;
        this.atMost =
                request.whenHeld() instanceof WhenHeld.Wait wait ? wait.atMost() : Duration.ZERO;
    }

    /** Answers {@code Granted} or {@code Refused}. Whoever is interrupted, or waited in vain, has left the line. */
    Got acquire() throws InterruptedException {
        parts.withdrawing().forget(request.id());
        try {
            return untilAnswered();
        } catch (InterruptedException e) {
            giveUp();
            throw e;
        } catch (NotPermittedException e) {
            return refused(Refusals.of(e, request));
        }
    }

    private Got untilAnswered() throws InterruptedException {
        StoreException trouble = null;
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            try {
                Got got = step();
                if (got != null) {
                    return got;
                }
                trouble = null;
                pause = FIRST_PAUSE_MILLIS;
            } catch (StoreException.Unavailable | StoreException.OutcomeUnknown e) {
                if (!atMost.isPositive()) {
                    throw e;
                }
                if (e instanceof StoreException.Unavailable && !parts.api().hasAnswered()) {
                    requireSomebodyThere(e);
                }
                trouble = e;
                TimeUnit.MILLISECONDS.sleep(Math.min(pause, Math.max(0, left().toMillis())));
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
            if (!left().isPositive()) {
                return tooLate(trouble);
            }
        }
    }

    /** Said at once, since whoever mistyped an address should not have to wait to learn of it. */
    private void requireSomebodyThere(StoreException nobody) {
        Duration within = parts.api().firstAnswerWithin();
        Duration left = within.minusNanos(System.nanoTime() - began);
        if (!left.isPositive()) {
            throw new StoreException.Unavailable(
                    "no server has answered within "
                            + Length.inWords(within)
                            + ": "
                            + nobody.getMessage(),
                    nobody);
        }
        if (!complained) {
            complained = true;
            LOG.warn(
                    "{}; trying for another {}, in case it is about to start",
                    nobody.getMessage(),
                    Length.inWords(left.plusMillis(MILLIS_ROUNDED).truncatedTo(SECONDS)));
        }
    }

    private Duration left() {
        return atMost.minusNanos(System.nanoTime() - began);
    }

    /** Asks once; null if the request still waits. */
    private @Nullable Got step() throws InterruptedException {
        HostTime sentAt = parts.keeper().now();
        Api.Reply reply = parts.api().ask(inLine ? inquiry() : Asking.of(request));
        if (reply.status() == IN_LINE) {
            inLine = true;
            tellOfTheQueue();
            return null;
        }
        if (reply.isGood()) {
            return granted(Reading.hold(reply.fields()), reply, sentAt);
        }
        if (inLine && reply.code().filter(Acquiring::isUnknown).isPresent()) {
            // Nobody could ask for so long that the place is lost: it joins again.
            inLine = false;
            return null;
        }
        return refused(Refusals.of(reply, request));
    }

    private static boolean isUnknown(ErrorCode code) {
        return code == ErrorCode.LOCK_NOT_FOUND;
    }

    private void tellOfTheQueue() {
        if (!told) {
            told = true;
            parts.queued().accept(request);
        }
    }

    /** What was offered after a wait, or granted some time ago, is proven by a heartbeat that is sent now. */
    private @Nullable Got granted(Hold hold, Api.Reply reply, HostTime sentAt)
            throws InterruptedException {
        if (!inLine && hold.standing() == Standing.CONFIRMED) {
            return got(hold, sentAt, reply.fields().seconds("lease_left_seconds"));
        }
        HostTime confirmedAt = parts.keeper().now();
        Api.Reply renewed = parts.api().ask(Renewing.one(hold));
        if (renewed.isGood()) {
            return got(
                    Reading.hold(renewed.fields()),
                    confirmedAt,
                    renewed.fields().seconds("lease_left_seconds"));
        }
        // It fell to the next meanwhile: asking again tells what that means for this request.
        inLine = false;
        return null;
    }

    private Got got(Hold hold, HostTime sentAt, Duration lasts) {
        var claim = new Claim(request.id(), request.resource(), request.mode());
        return new Got(new AcquireOutcome.Granted(hold, claim), sentAt, lasts);
    }

    private Got refused(Refusal refusal) {
        return new Got(new AcquireOutcome.Refused(refusal), parts.keeper().now(), Duration.ZERO);
    }

    private Request inquiry() throws InterruptedException {
        Duration left = left();
        Request look =
                Request.get(Request.path("/v1/requests/", request.id().text(), ""))
                        .with("resource", request.resource().text());
        if (left.compareTo(SHORTEST_POLL) < 0) {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
            return look;
        }
        return look.waiting(left.compareTo(POLL) < 0 ? left : POLL);
    }

    private Got tooLate(@Nullable StoreException trouble) throws InterruptedException {
        Resource resource = request.resource();
        try {
            // Only who is in line can be told what keeps it there.
            Optional<QueuePosition> place = trouble == null ? place() : Optional.empty();
            if (parts.withdrawing().leave(resource, request.id()) == Withdrawing.Outcome.GRANTED) {
                inLine = false;
                Got got = step();
                if (got != null) {
                    return got;
                }
            }
            if (trouble != null) {
                throw trouble;
            }
            return refused(place.map(this::timedOut).orElseGet(this::timedOut));
        } catch (StoreException e) {
            parts.withdrawing().withdrawLater(resource, request.id(), request.lease());
            throw Refusals.failedMeanwhile(resource, Length.inWords(atMost), e);
        }
    }

    private Optional<QueuePosition> place() {
        return Listing.of(parts.api()).position(request.resource().root(), request.id());
    }

    private Refusal timedOut(QueuePosition place) {
        return new Refusal.TimedOut(
                request.resource(),
                atMost,
                place.holders(),
                place.freeze().orElse(null),
                place.now());
    }

    private Refusal timedOut() {
        HoldPage page = Listing.of(parts.api()).holdsOn(request.resource());
        return new Refusal.TimedOut(
                request.resource(),
                atMost,
                page.holds().stream().filter(hold -> hold.isLive(page.now())).toList(),
                null,
                page.now());
    }

    /** Best now, so that nobody waits for a process that ends; if that fails, later. */
    private void giveUp() {
        try {
            parts.withdrawing().withdraw(request.resource(), request.id());
        } catch (StoreException | NotPermittedException e) {
            parts.withdrawing().withdrawLater(request.resource(), request.id(), request.lease());
        }
    }
}
