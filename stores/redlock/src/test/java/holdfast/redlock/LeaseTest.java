package holdfast.redlock;

import static holdfast.redlock.Scene.KEY;
import static holdfast.redlock.Scene.PATIENT;
import static holdfast.redlock.Scene.SERVICE;
import static holdfast.redlock.Scene.acquired;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The life of a lease, by a clock that the test moves. On the server it lasts an hour, so that only that clock decides. */
@Timeout(120)
final class LeaseTest {
    private static final Duration VALID = Duration.ofMillis(9_898);
    private static final Duration TICK = Duration.ofNanos(1);

    private final RedisServers servers = RedisServers.start(1);
    private final HandMovedTime time = new HandMovedTime();
    private final Redlock redlock =
            Redlock.connect(
                    servers.urls(), PATIENT.withServerTimeout(Duration.ofMillis(900)), time);
    private final BlockingQueue<LeaseState.Lost> losses = new LinkedBlockingQueue<>();
    private final Lease lease = acquire();

    private Lease acquire() {
        try {
            Lease acquired = acquired(redlock.acquire(SERVICE));
            acquired.onLost(losses::add);
            servers.get(0).commands().pexpire(KEY, 3_600_000);
            return acquired;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void stop() {
        redlock.close();
        servers.close();
    }

    @Test
    void itIsLostAtTheInstantItsValidityEndsAndNotBefore() throws InterruptedException {
        time.advance(VALID.minus(TICK));
        assertThat(lease.isValid()).isTrue();
        assertThat(lease.state()).isEqualTo(new LeaseState.Held());

        time.advance(TICK);

        assertThat(lease.isValid()).isFalse();
        LeaseState.Lost loss = losses.poll(1, TimeUnit.MINUTES);
        assertThat(lease.state()).isEqualTo(loss);
        assertThat(loss.cause()).isEqualTo(LeaseState.Cause.RAN_OUT);
        assertThat(losses).isEmpty();
    }

    @Test
    void whoAsksAfterALossIsToldAtOnce() throws InterruptedException {
        time.advance(VALID);

        var late = new LinkedBlockingQueue<LeaseState.Lost>();
        lease.onLost(late::add);

        assertThat(late.poll(1, TimeUnit.MINUTES)).isEqualTo(lease.state());
    }

    @Test
    void anExtensionCountsFromWhenItWasAsked() throws InterruptedException {
        time.advance(Duration.ofSeconds(5));

        ExtendResult result = lease.extend(Duration.ofSeconds(10));

        assertThat(result).isInstanceOf(ExtendResult.Extended.class);
        assertThat(lease.validFor()).isEqualTo(VALID);
        time.advance(VALID.minus(TICK));
        assertThat(lease.isValid()).isTrue();
        time.advance(TICK);
        assertThat(losses.poll(1, TimeUnit.MINUTES)).isNotNull();
    }

    @Test
    void anExtensionNeverRevivesWhatIsLost() throws InterruptedException {
        time.advance(VALID);

        ExtendResult result = lease.extend(Duration.ofSeconds(10));

        assertThat(result)
                .isInstanceOfSatisfying(
                        ExtendResult.NotExtended.class,
                        not -> assertThat(not.state()).isInstanceOf(LeaseState.Lost.class));
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void itExtendsItselfBelowHalfASecondAndNotBefore() {
        lease.keepExtended();

        time.advance(VALID.minus(Duration.ofMillis(500)).minus(TICK));
        assertThat(lease.validFor()).isEqualTo(Duration.ofMillis(500).plus(TICK));
        time.advance(TICK);

        Await.until(() -> lease.validFor().equals(VALID));
        time.advance(Duration.ofMillis(9_398));
        Await.until(() -> lease.validFor().equals(VALID));
        assertThat(losses).isEmpty();
    }

    @Test
    void anExtensionThatFailedIsTriedAgain() {
        lease.keepExtended();
        servers.get(0).pause();

        time.advance(Duration.ofMillis(9_400));
        // The end, and the next extension.
        Await.until(() -> time.alarmsToCome() == 2);
        assertThat(lease.state()).isEqualTo(new LeaseState.Held());
        servers.get(0).resume();
        time.advance(Duration.ofMillis(100));

        Await.until(() -> lease.validFor().compareTo(Duration.ofSeconds(5)) > 0);
    }

    @Test
    void aHolderIsToldInTimeThatItCouldNotBeExtendedAndWhy() throws InterruptedException {
        lease.keepExtended();
        servers.get(0).kill();

        time.advance(Duration.ofMillis(9_400));
        Await.until(() -> time.alarmsToCome() == 2);
        time.advance(Duration.ofMillis(498));

        LeaseState.Lost loss = losses.poll(1, TimeUnit.MINUTES);
        assertThat(loss.cause()).isEqualTo(LeaseState.Cause.RAN_OUT);
        assertThat(loss.detail())
                .contains("it could not be extended: 0 of 1 servers won")
                .contains(servers.get(0).name() + " did not answer");
        assertThat(lease.release()).isEqualTo(new ReleaseResult.WasLost(loss));
        servers.get(0).restart();
    }

    @Test
    void anExtensionThatIsAnsweredAfterTheEndRevivesNothing() throws InterruptedException {
        lease.keepExtended();
        servers.get(0).pause();

        time.advance(Duration.ofMillis(9_400));
        time.advance(Duration.ofMillis(498));
        assertThat(losses.poll(1, TimeUnit.MINUTES)).isNotNull();
        servers.get(0).resume();
        // Answered after the extension, on the same connection.
        acquired(redlock.acquire(LeaseRequest.of("service-8")));

        assertThat(lease.state()).isInstanceOf(LeaseState.Lost.class);
        assertThat(lease.validFor()).isZero();
    }

    @Test
    void aReleaseIsDoneOnceAndLeavesNoAlarmBehind() {
        lease.keepExtended();

        ReleaseResult first = lease.release();
        servers.get(0).commands().set(KEY, "bob");

        assertThat(first).isInstanceOf(ReleaseResult.Released.class);
        assertThat(lease.release()).isSameAs(first);
        assertThat(servers.valuesOf(KEY)).containsExactly("bob");
        assertThat(time.alarmsToCome()).isZero();
        assertThat(lease.isValid()).isFalse();
        assertThat(losses).isEmpty();
    }

    @Test
    void aReleaseFreesOnlyItsOwnAndSaysThatItWasLost() {
        servers.get(0).commands().set(KEY, "bob");

        assertThat(lease.release()).isInstanceOf(ReleaseResult.WasLost.class);

        assertThat(servers.valuesOf(KEY)).containsExactly("bob");
    }

    @Test
    void aReleaseThatNobodyAnswersIsUnconfirmed() {
        servers.get(0).kill();

        assertThat(lease.release()).isInstanceOf(ReleaseResult.Unconfirmed.class);

        servers.get(0).restart();
    }
}
