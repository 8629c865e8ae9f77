package holdfast.store.resilience.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.StoreException;
import holdfast.store.resilience.call.Calls;
import holdfast.store.resilience.call.Guard;
import holdfast.store.resilience.call.NotAsked;
import holdfast.store.resilience.call.ResilienceEvent.Limited;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One owner cannot ask for locks faster than it may, and nobody else feels it. */
final class OwnerRateTest {
    private final Calls calls = new Calls();
    private final OwnerRate rate =
            new OwnerRate(
                    Guard.none(),
                    calls.host,
                    calls.listeners,
                    new RateSettings(3, Duration.ofSeconds(1), Duration.ofMillis(1_500), 2));

    private void announce(String owner) {
        rate.announce(Calls.owner(owner));
    }

    private void announce(String owner, int times) {
        for (int i = 0; i < times; i++) {
            announce(owner);
        }
    }

    @Test
    void whoAsksTooOftenWaitsForItsTurn() {
        announce("alice", 3);
        assertThat(calls.host.rests()).isEmpty();
        announce("alice");
        assertThat(calls.host.rests()).hasSize(1);
        assertThat(calls.host.passed()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(1));
    }

    @Test
    void whoWouldWaitTooLongIsRefusedAndToldHowOftenItMayAsk() {
        var hasty =
                new OwnerRate(
                        Guard.none(),
                        calls.host,
                        calls.listeners,
                        new RateSettings(3, Duration.ofSeconds(1), Duration.ZERO, 2));
        for (int i = 0; i < 3; i++) {
            hasty.announce(Calls.owner("alice"));
        }
        assertThatThrownBy(() -> hasty.announce(Calls.owner("alice")))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasCauseInstanceOf(NotAsked.class)
                .hasMessageContaining("'alice' asks for locks too often")
                .hasMessageContaining("3 times in 1000 ms");
        assertThat(calls.heard).containsExactly(new Limited(Calls.owner("alice").id()));
        calls.host.advance(Duration.ofSeconds(1));
        assertThatNoException().isThrownBy(() -> hasty.announce(Calls.owner("alice")));
    }

    @Test
    void oneOwnerDoesNotUseUpTheRateOfAnother() {
        announce("alice", 3);
        announce("bob", 3);
        assertThat(calls.host.rests()).isEmpty();
    }

    @Test
    void noCallOfTheStoreIsEverLimited() {
        announce("alice", 3);
        for (int i = 0; i < 1_000; i++) {
            rate.run(calls.renewal());
            rate.run(calls.write());
            rate.run(calls.look());
        }
        assertThat(calls.host.passed()).isZero();
    }

    @Test
    void theOwnerThatAskedLongestAgoIsForgottenFirst() {
        announce("alice", 3);
        announce("bob", 3);
        announce("alice");
        announce("carol");
        int before = calls.host.rests().size();
        announce("bob", 3);
        assertThat(calls.host.rests()).hasSize(before);
    }

    @Test
    void whoIsInterruptedWhileItWaitsIsRefusedAndStaysInterrupted() {
        announce("alice", 3);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> announce("alice")).isInstanceOf(StoreException.Unavailable.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
