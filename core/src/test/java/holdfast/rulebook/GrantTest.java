package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a grant is stamped with: its token and its lock id. */
final class GrantTest {
    private final Scene scene = new Scene();

    private Token aboveTheClock() {
        return new Token(scene.now().micros() + 1_000_000);
    }

    @Test
    void aTokenIsTheStoresTimeInMicroseconds() {
        assertThat(scene.holds("alice", "prod").token()).isEqualTo(new Token(scene.now().micros()));
    }

    @Test
    void tokensGrowEvenIfTheClockStandsStill() {
        Hold first = scene.holds("alice", "prod");
        scene.release("alice");

        Hold second = scene.holds("bob", "prod");

        assertThat(second.token()).isGreaterThan(first.token());
    }

    @Test
    void aSmallestTokenRaisesTheNumbers() {
        Token smallest = aboveTheClock();

        Hold hold = scene.granted(scene.wish("alice", "prod").smallestToken(smallest.value()));

        assertThat(hold.token()).isEqualTo(smallest);
        assertThat(scene.hold("alice")).isEqualTo(hold);
    }

    @Test
    void theNextTokenIsLargerThanARaisedOne() {
        Token smallest = aboveTheClock();
        scene.granted(scene.wish("alice", "prod").smallestToken(smallest.value()));
        scene.release("alice");

        assertThat(scene.holds("bob", "prod").token()).isGreaterThan(smallest);
    }

    @Test
    void aSmallestTokenThatIsReachedAnywayChangesNothing() {
        Hold hold = scene.granted(scene.wish("alice", "prod").smallestToken(1));

        assertThat(hold.token()).isEqualTo(new Token(scene.now().micros()));
    }

    @Test
    void aSmallestTokenAlsoBindsAGrantFromTheQueue() {
        scene.holds("alice", "prod");
        Token smallest = aboveTheClock();
        scene.queued(scene.wish("bob", "prod").waiting().smallestToken(smallest.value()));

        scene.release("alice");

        assertThat(scene.hold("bob").token()).isGreaterThanOrEqualTo(smallest);
    }

    @Test
    void aLockIdCarriesTheStoresTimeTheOwnerAndEightHexDigits() {
        Hold hold = scene.holds("alice", "prod");

        assertThat(hold.id().text())
                .matches("lock_" + scene.now().epochNanos() + "_alice_[0-9a-f]{8}");
    }

    @Test
    void aLockIdCarriesOddNamesReduced() {
        assertThat(LockId.of(new StoreTime(7), "Zoë / CI #1", 0xABC).text())
                .isEqualTo("lock_7_Zo-CI-1_00000abc");
    }

    @Test
    void lockIdsOfOneCommitDiffer() {
        scene.granted(scene.wish("alice", "prod").lease(Duration.ofHours(1)));
        IntStream.range(0, 60).forEach(i -> scene.waits("bob", "prod//" + i));

        scene.release("alice");

        assertThat(scene.holdsOf("bob")).hasSize(60).extracting(Hold::id).doesNotHaveDuplicates();
    }

    @Test
    void lockIdsOfTwoDecisionsAtOneInstantDiffer() {
        Hold first = scene.holds("alice", "prod");
        scene.release("alice");

        assertThat(scene.holds("alice", "prod").id()).isNotEqualTo(first.id());
    }
}
