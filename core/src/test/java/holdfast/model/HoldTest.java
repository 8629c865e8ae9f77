package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HoldTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration CLAIM_DEADLINE = Duration.ofSeconds(25);

    @Test
    void livesUntilTheInstantItsLeaseEnds() {
        Hold hold = Samples.hold(Terms.of(MINUTE));

        assertThat(hold.isLive(at(MINUTE.minusNanos(1)))).isTrue();
        assertThat(hold.isLive(at(MINUTE))).isFalse();
    }

    @Test
    void isNamedByTheStoresTimeAndItsOwner() {
        Hold hold = Samples.hold(Terms.of(MINUTE));

        assertThat(hold.id()).hasToString("lock_1700000000000000000_alice_0000cafe");
        assertThat(hold.acquiredAt()).isEqualTo(Samples.NOON);
        assertThat(hold.heartbeatAt()).isEqualTo(Samples.NOON);
    }

    @Test
    void isStaleWithoutHeartbeatAsLongAsItsLeaseRuns() {
        Hold hold = Samples.hold(Terms.of(Duration.ofHours(1)));
        Duration staleAfter = Duration.ofMinutes(2);

        assertThat(hold.isStale(at(staleAfter.minusNanos(1)), staleAfter)).isFalse();
        assertThat(hold.isStale(at(staleAfter), staleAfter)).isTrue();
        assertThat(hold.isStale(at(Duration.ofHours(1)), staleAfter)).isFalse();
    }

    @Test
    void aHeartbeatStartsTheLeaseAnew() {
        Hold renewed = Samples.hold(Terms.of(MINUTE)).renewed(MINUTE, at(Duration.ofSeconds(20)));

        assertThat(renewed.until()).isEqualTo(at(Duration.ofSeconds(80)));
        assertThat(renewed.heartbeatAt()).isEqualTo(at(Duration.ofSeconds(20)));
        assertThat(renewed.acquiredAt()).isEqualTo(Samples.NOON);
    }

    @Test
    void aHeartbeatWithAShorterLeaseDoesNotShortenIt() {
        Hold renewed = Samples.hold(Terms.of(MINUTE)).renewed(SECOND, at(SECOND));

        assertThat(renewed.until()).isEqualTo(at(MINUTE));
        assertThat(renewed.heartbeatAt()).isEqualTo(at(SECOND));
    }

    @Test
    void noHeartbeatGoesBeyondTheTenure() {
        Hold hold = Samples.hold(new Terms(MINUTE, Duration.ofSeconds(90)));

        Hold renewed = hold.renewed(Duration.ofHours(1), at(Duration.ofSeconds(50)));

        assertThat(renewed.until()).isEqualTo(at(Duration.ofSeconds(90)));
    }

    @Test
    void aGrantFromTheQueueLastsUntilItsClaimDeadline() {
        assertThat(unconfirmed().until()).isEqualTo(at(CLAIM_DEADLINE));
    }

    @Test
    void theFirstHeartbeatConfirmsAndExchangesTheClaimDeadlineForTheLease() {
        Hold longer = unconfirmed().renewed(MINUTE, at(SECOND));
        Hold shorter = unconfirmed().renewed(Duration.ofSeconds(10), at(SECOND));

        assertThat(longer.standing()).isEqualTo(Standing.CONFIRMED);
        assertThat(longer.until()).isEqualTo(at(SECOND.plus(MINUTE)));
        assertThat(shorter.until()).isEqualTo(at(Duration.ofSeconds(11)));
    }

    @Test
    void aClaimDeadlineLongerThanTheTenureIsCutToIt() {
        var terms = new Terms(MINUTE, Duration.ofSeconds(10));

        Hold hold =
                Samples.draft(terms, CLAIM_DEADLINE, Standing.UNCONFIRMED)
                        .stamped(Samples.NOON, new Token(7));

        assertThat(hold.until()).isEqualTo(at(Duration.ofSeconds(10)));
    }

    @Test
    void furtherClaimsMayProlongItAndNeverShortenIt() {
        Hold hold = Samples.hold(Terms.of(MINUTE));
        var claims = List.of(Samples.claim("request-1"), Samples.claim("request-2"));

        Hold longer = hold.amended(claims, Terms.of(Duration.ofHours(1)), at(SECOND));
        Hold shorter = hold.amended(claims, Terms.of(SECOND), at(SECOND));

        assertThat(longer.until()).isEqualTo(at(SECOND.plusHours(1)));
        assertThat(shorter.until()).isEqualTo(at(MINUTE));
        assertThat(shorter.claims()).isEqualTo(claims);
        assertThat(shorter.token()).isEqualTo(hold.token());
        assertThat(shorter.heartbeatAt()).isEqualTo(hold.heartbeatAt());
    }

    @Test
    void whateverHappensToAConfirmedHoldItNeverEndsEarlier() {
        var random = new Random(11);
        for (int round = 0; round < 1_000; round++) {
            Hold hold = Samples.hold(new Terms(seconds(random), seconds(random)));
            StoreTime now = Samples.NOON;
            for (int step = 0; step < 10; step++) {
                now = now.plus(Duration.ofMillis(random.nextInt(20_000)));
                Hold next =
                        random.nextBoolean()
                                ? hold.renewed(seconds(random), now)
                                : hold.amended(
                                        hold.claims(),
                                        new Terms(seconds(random), seconds(random)),
                                        now);

                assertThat(next.until().hasReached(hold.until())).as("round %s", round).isTrue();
                hold = next;
            }
        }
    }

    @Test
    void isFoundByTheNameOfAClaim() {
        Hold hold = Samples.hold(Terms.of(MINUTE));

        assertThat(hold.claim(new RequestId("request-1"))).contains(Samples.claim("request-1"));
        assertThat(hold.claim(new RequestId("request-2"))).isEmpty();
    }

    private static Hold unconfirmed() {
        return Samples.draft(Terms.of(MINUTE), CLAIM_DEADLINE, Standing.UNCONFIRMED)
                .stamped(Samples.NOON, new Token(7));
    }

    private static Duration seconds(Random random) {
        return Duration.ofSeconds(1 + random.nextInt(120));
    }

    private static StoreTime at(Duration afterNoon) {
        return Samples.NOON.plus(afterNoon);
    }
}
