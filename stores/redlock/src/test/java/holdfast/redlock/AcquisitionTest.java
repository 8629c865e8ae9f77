package holdfast.redlock;

import static holdfast.redlock.Scene.KEY;
import static holdfast.redlock.Scene.LONG;
import static holdfast.redlock.Scene.ONCE;
import static holdfast.redlock.Scene.PATIENT;
import static holdfast.redlock.Scene.SERVICE;
import static holdfast.redlock.Scene.acquired;
import static holdfast.redlock.Scene.connect;
import static holdfast.redlock.Scene.notAcquired;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.redlock.LeaseResult.Reason;
import holdfast.redlock.Vote.Answer;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class AcquisitionTest {
    private RedisServers servers = RedisServers.start(0);

    @AfterEach
    void stop() {
        servers.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void whoHasTheLeaseKeepsTheOthersOutUntilItIsReleased(int count) throws InterruptedException {
        servers = RedisServers.start(count);
        try (var alice = connect(servers, ONCE);
                var bob = connect(servers, ONCE)) {
            Lease lease = acquired(alice.acquire(LONG));
            Await.until(() -> servers.having(KEY) == count);

            var refused = notAcquired(bob.acquire(LONG));

            assertThat(refused.votes())
                    .hasSize(count)
                    .allSatisfy(vote ->
                            assertThat(vote.answer()).isInstanceOf(Answer.HeldByAnother.class));
            assertThat(lease.release()).isInstanceOf(ReleaseResult.Released.class);
            Await.until(() -> servers.having(KEY) == 0);
            assertThat(bob.acquire(LONG)).isInstanceOf(LeaseResult.Acquired.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void whoWinsHalfOfTheServersIsToldSoAndGivesThemBackAtOnce(int count)
            throws InterruptedException {
        servers = RedisServers.start(count);
        for (int number = count / 2; number < count; number++) {
            servers.get(number).commands().set(KEY, "bob", SetArgs.Builder.px(600_000));
        }
        try (var alice = connect(servers, ONCE)) {
            var refused = notAcquired(alice.acquire(LONG));

            assertThat(refused.reason()).isEqualTo(Reason.NO_MAJORITY);
            assertThat(refused.votes().stream().filter(Vote::isWon)).hasSize(count / 2);
            assertThat(refused.votes().stream().filter(Vote::isAgainst)).hasSize(count / 2);
            Await.until(() -> servers.having(KEY) == count / 2);
            assertThat(servers.valuesOf(KEY)).containsOnly("bob");
        }
    }

    @Test
    void whoWonHalfOfTheServersHoldsNothingWhileItWaitsForTheNextAttempt()
            throws InterruptedException {
        servers = RedisServers.start(2);
        servers.get(1).commands().set(KEY, "bob", SetArgs.Builder.px(600_000));
        var settings = PATIENT.withRetryDelay(Duration.ofHours(1), Duration.ofMillis(1));
        var time = new HandMovedTime();
        try (var alice = Redlock.connect(servers.urls(), settings, time)) {
            var result = new CompletableFuture<LeaseResult>();
            Thread.ofPlatform().start(() -> result.complete(uninterrupted(alice)));
            Await.until(() -> time.alarmsToCome() == 1);

            Await.until(() -> servers.having(KEY) == 1);
            servers.get(1).commands().del(KEY);
            time.advance(Duration.ofHours(2));

            acquired(result.join());
        }
    }

    private static LeaseResult uninterrupted(Redlock redlock) {
        try {
            return redlock.acquire(LONG);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLeaseIsValidForItsTimeLessWhatPassedAndWhatClocksMayDiffer() throws InterruptedException {
        servers = RedisServers.start(1);
        var time = new HandMovedTime();
        try (var alice = Redlock.connect(servers.urls(), PATIENT, time)) {
            Lease lease = acquired(alice.acquire(SERVICE));

            // 10 s less 1 % less 2 ms.
            assertThat(lease.validFor()).isEqualTo(Duration.ofMillis(9_898));
            time.advance(Duration.ofSeconds(1));
            assertThat(lease.validFor()).isEqualTo(Duration.ofMillis(8_898));
        }
    }

    @Test
    void aLeaseWhoseTimeRanOutOnTheWayIsNeverReturned() throws InterruptedException {
        servers = RedisServers.start(3);
        var time = new HandMovedTime();
        // 10 minutes less 1 % less 2 ms; on the servers it would last for all of them.
        time.leapAtEachLook(Duration.ofMillis(593_998));
        try (var alice = Redlock.connect(servers.urls(), ONCE, time)) {
            var refused = notAcquired(alice.acquire(LONG));

            assertThat(refused.reason()).isEqualTo(Reason.TOO_LATE);
            assertThat(refused.explanation()).contains("its 600000 ms were already over");
            Await.until(() -> servers.having(KEY) == 0);
        }
    }

    @Test
    void aRefusalSaysWhichServerVotedHow() throws InterruptedException {
        servers = RedisServers.start(4);
        servers.get(1).commands().set(KEY, "bob", SetArgs.Builder.px(600_000));
        servers.get(2).commands().lpush(KEY, "a list");
        servers.get(3).kill();
        var quick = ONCE.withRetryCount(2).withRetryDelay(Duration.ZERO, Duration.ofMillis(1));
        try (var alice = connect(servers, quick)) {
            String text = notAcquired(alice.acquire(LONG)).explanation();

            assertThat(text)
                    .startsWith(
                            "'service-7' was not acquired in 3 attempts: 1 of 4 servers won, 3 needed: ")
                    .contains(servers.get(0).name() + " won")
                    .containsPattern(servers.get(1).name() + " held by another for \\d+ ms more")
                    .contains(servers.get(2).name() + " did not answer (WRONGTYPE")
                    .containsPattern(
                            servers.get(3).name() + " did not answer \\(.*[Cc]onnection.*\\)");
        }
    }

    @Test
    void aServerThatWantsAPasswordSaysSoInItsVote() throws InterruptedException {
        servers = RedisServers.start(1);
        servers.get(0).commands().configSet("requirepass", "secret");
        try (var alice = connect(servers, ONCE)) {
            assertThat(notAcquired(alice.acquire(LONG)).explanation()).contains("NOAUTH");
        }
    }

    @Test
    void oneServerUnderTwoNamesHasOneVote() throws InterruptedException {
        servers = RedisServers.start(1);
        String url = servers.get(0).url();
        try (var alice =
                Redlock.connect(List.of(url, url.replace("127.0.0.1", "localhost")), ONCE)) {
            notAcquired(alice.acquire(LONG));
        }
        assertThatThrownBy(() -> Redlock.connect(List.of(url, url), ONCE))
                .hasMessageContaining("named twice");
    }

    @Test
    void whoIsInterruptedLeavesNothingBehind() throws InterruptedException {
        servers = RedisServers.start(2);
        servers.get(1).commands().set(KEY, "bob", SetArgs.Builder.px(600_000));
        var time = new HandMovedTime();
        try (var alice = Redlock.connect(servers.urls(), PATIENT, time)) {
            var thrown = new AtomicReference<Throwable>();
            Thread waiting =
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    alice.acquire(LONG);
                                } catch (InterruptedException e) {
                                    thrown.set(e);
                                }
                            });
            Await.until(() -> time.alarmsToCome() == 1);

            waiting.interrupt();
            waiting.join();

            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
            assertThat(time.alarmsToCome()).isZero();
            Await.until(() -> servers.having(KEY) == 1);
        }
    }
}
