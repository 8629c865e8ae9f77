package holdfast.redlock;

import static holdfast.redlock.Scene.KEY;
import static holdfast.redlock.Scene.LONG;
import static holdfast.redlock.Scene.ONCE;
import static holdfast.redlock.Scene.PATIENT;
import static holdfast.redlock.Scene.acquired;
import static holdfast.redlock.Scene.connect;
import static holdfast.redlock.Scene.notAcquired;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.redlock.Vote.Answer;
import holdfast.store.testkit.FaultyProxy;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that are down, hang or lose what they knew, and answers that are lost. */
@Timeout(120)
final class ServerFaultsTest {
    private RedisServers servers = RedisServers.start(0);

    @AfterEach
    void stop() {
        servers.close();
    }

    @Test
    void aMinorityThatIsDownIsNotNeededAndVotesAgainWhenItIsBack() throws InterruptedException {
        servers = RedisServers.start(3);
        servers.get(0).kill();
        try (var alice = connect(servers, PATIENT)) {
            assertThat(acquired(alice.acquire(LONG)).release())
                    .isInstanceOf(ReleaseResult.Released.class);

            servers.get(0).restart();
            // Asked, it is called; asked again, it is there.
            Await.until(() -> isGrantedByAll(alice));
        }
    }

    private boolean isGrantedByAll(Redlock redlock) {
        try (Lease lease = acquired(redlock.acquire(LONG))) {
            assertThat(lease.isValid()).isTrue();
            return servers.get(0).commands().exists(KEY) > 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void withoutAMajorityNothingIsGrantedAndNothingIsLeft() throws InterruptedException {
        servers = RedisServers.start(3);
        var quick = PATIENT.withRetryCount(2);
        try (var alice = connect(servers, quick)) {
            servers.get(0).kill();
            servers.get(1).kill();

            var refused = notAcquired(alice.acquire(LONG));

            assertThat(refused.votes())
                    .filteredOn(vote -> vote.answer() instanceof Answer.NoAnswer)
                    .extracting(Vote::server)
                    .containsExactly(servers.get(0).name(), servers.get(1).name());
            Await.until(() -> servers.get(2).commands().exists(KEY) == 0);
        }
    }

    @Test
    void aServerThatHangsHoldsNobodyUpAndIsFreedWithTheOthers() throws InterruptedException {
        servers = RedisServers.start(3);
        var settings = PATIENT.withServerTimeout(Duration.ofHours(1));
        try (var alice = connect(servers, settings)) {
            servers.get(2).pause();

            // Waiting for the third would take a minute: a tenth of the lease.
            Lease lease = acquired(alice.acquire(LONG));
            assertThat(lease.extend(LONG.ttl())).isInstanceOf(ExtendResult.Extended.class);
            assertThat(lease.release()).isInstanceOf(ReleaseResult.Released.class);

            servers.get(2).resume();
            Await.until(() -> servers.get(2).commands().exists(KEY) == 0);
            // Its grant came late, and its release after that.
            assertThat(servers.get(2).commands().info("commandstats"))
                    .contains("cmdstat_set:calls=1,")
                    .contains("cmdstat_del:calls=1,");
        }
    }

    @Test
    void aServerThatHangsIsNamedWithItsTimeout() throws InterruptedException {
        servers = RedisServers.start(1);
        try (var alice = connect(servers, ONCE.withServerTimeout(Duration.ofMillis(50)))) {
            servers.get(0).pause();
            String text = notAcquired(alice.acquire(LONG)).explanation();
            servers.get(0).resume();

            assertThat(text).contains("did not answer (nothing within 50 ms)");
            // It granted and freed after nobody waited any more.
            Await.until(() ->
                    servers.get(0)
                            .commands()
                            .info("commandstats")
                            .contains("cmdstat_del:calls=1,"));
            assertThat(servers.having(KEY)).isZero();
        }
    }

    @Test
    void whoseAnswerWasLostIsNotBlockedByItsOwnGrant() throws InterruptedException {
        servers = RedisServers.start(1);
        try (var proxy = FaultyProxy.before(servers.get(0).port());
                var alice =
                        Redlock.connect(
                                List.of("redis://127.0.0.1:" + proxy.port()),
                                PATIENT.withRetryCount(100))) {
            proxy.cutAtTheNextAnswer();

            Lease lease = acquired(alice.acquire(LONG));

            assertThat(proxy.hasLostAnAnswer(0)).isTrue();
            // The first grant was never freed: the second attempt, or a later one, took it over.
            assertThat(servers.get(0).commands().info("commandstats"))
                    .doesNotContain("cmdstat_del:");
            assertThat(lease.release()).isInstanceOf(ReleaseResult.Released.class);
        }
    }

    @Test
    void aReleaseThatArrivesLateNeverFreesWhatALaterAttemptWon() {
        servers = RedisServers.start(1);
        try (var all = Servers.connect(List.of(RedisURI.create(servers.get(0).url())), PATIENT)) {
            var first = Signature.first();
            assertThat(all.acquire(LONG, first).decided().join()).isTrue();
            assertThat(all.acquire(LONG, first.next()).decided().join()).isTrue();

            assertThat(all.release(LONG, first).result().join())
                    .extracting(Vote::answer)
                    .first()
                    .isInstanceOf(Answer.HeldByAnother.class);

            assertThat(servers.having(KEY)).isEqualTo(1);
            assertThat(all.release(LONG, first.next()).decided().join()).isTrue();
        }
    }

    @Test
    void anExtensionThatArrivesLateNeverShortensALease() throws InterruptedException {
        servers = RedisServers.start(1);
        try (var alice = connect(servers, PATIENT)) {
            Lease lease = acquired(alice.acquire(LONG));

            lease.extend(Duration.ofSeconds(5));

            assertThat(servers.get(0).commands().pttl(KEY)).isGreaterThan(60_000);
            assertThat(lease.validFor()).isGreaterThan(Duration.ofMinutes(1));
        }
    }

    @Test
    void scriptsThatServersForgotMakeNoDifference() throws InterruptedException {
        servers = RedisServers.start(3);
        try (var alice = connect(servers, ONCE)) {
            Lease lease = acquired(alice.acquire(LONG));
            forgetScripts();
            assertThat(lease.extend(LONG.ttl())).isInstanceOf(ExtendResult.Extended.class);
            forgetScripts();
            assertThat(lease.release()).isInstanceOf(ReleaseResult.Released.class);
        }
    }

    private void forgetScripts() {
        for (int number = 0; number < servers.count(); number++) {
            servers.get(number).commands().scriptFlush();
        }
    }

    @Test
    void aLeaseThatAMajorityStillHasIsExtendedAndOneThatItLostIsLost() throws InterruptedException {
        servers = RedisServers.start(3);
        try (var alice = connect(servers, PATIENT)) {
            Lease lease = acquired(alice.acquire(LONG));
            Await.until(() -> servers.having(KEY) == 3);

            servers.get(0).commands().flushall();
            assertThat(lease.extend(LONG.ttl())).isInstanceOf(ExtendResult.Extended.class);
            servers.get(1).commands().flushall();
            servers.get(1).commands().set(KEY, "bob");
            ExtendResult result = lease.extend(LONG.ttl());

            assertThat(result).isInstanceOf(ExtendResult.NotExtended.class);
            var loss = (LeaseState.Lost) ((ExtendResult.NotExtended) result).state();
            assertThat(loss.cause()).isEqualTo(LeaseState.Cause.NOT_ON_A_MAJORITY);
            assertThat(loss.detail())
                    .contains("1 of 3 servers won, 2 needed")
                    .contains(servers.get(0).name() + " does not know the lease any more")
                    .contains(servers.get(1).name() + " held by another, without an end");
            assertThat(lease.isValid()).isFalse();
            assertThat(lease.release()).isInstanceOf(ReleaseResult.WasLost.class);
            // Freed where it was left, and nobody else's.
            Await.until(() -> servers.valuesOf(KEY).equals(List.of("bob")));
        }
    }
}
