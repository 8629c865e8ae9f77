package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.model.Quarantine;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import holdfast.model.Token;
import holdfast.store.Interest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 12. */
final class LimitsTest {
    private static final Duration HUGE = Duration.ofSeconds(Long.MAX_VALUE);

    private final Scene scene = new Scene(rulesWith(limits(2, 2)));

    private static Limits limits(int queueLength, int waitingPaths) {
        Limits usual = Limits.DEFAULT;
        return new Limits(
                queueLength,
                waitingPaths,
                usual.queueTimeMax(),
                usual.leaseMin(),
                usual.leaseMax(),
                usual.grantsPerCommitMax());
    }

    private static Rules rulesWith(Limits limits) {
        Rules usual = Rules.DEFAULT;
        return new Rules(
                usual.priorityStep(),
                usual.claimDeadline(),
                usual.ticketLease(),
                limits,
                List.of());
    }

    private void heldForLong() {
        scene.granted(scene.wish("alice", "prod").lease(Duration.ofHours(1)));
    }

    private Wish oneMore(String resource) {
        return scene.wish("one-more", resource).waiting();
    }

    @Test
    void aFullQueueNamesItsLimit() {
        heldForLong();
        scene.waits("bob", "prod");
        scene.waits("carol", "prod");

        assertThat(scene.refused(oneMore("prod")))
                .isEqualTo(new Refusal.QueueFull(Resource.parse("prod"), "queue length", 2));
    }

    /** Those who filled the queue may have left since. */
    @Test
    void nobodyIsRefusedForAQueueThatIsOnlyRememberedAsFull() {
        heldForLong();
        scene.waits("bob", "prod");
        assertThat(isDecidedFromMemory("prod")).isTrue();

        scene.waits("carol", "prod");

        assertThat(isDecidedFromMemory("prod")).as("queue length").isFalse();
    }

    @Test
    void nobodyIsRefusedForPathsThatAreOnlyRememberedAsWaitedFor() {
        Scene paths = new Scene(rulesWith(limits(9, 1)));
        paths.granted(paths.wish("alice", "prod").lease(Duration.ofHours(1)));
        paths.waits("bob", "prod//web");

        assertThat(
                        paths.rulebook()
                                .isGoodFor(
                                        paths.view(Interest.NONE),
                                        paths.wish("one-more", "prod//api").waiting().request()))
                .isFalse();
    }

    private boolean isDecidedFromMemory(String resource) {
        return scene.rulebook().isGoodFor(scene.view(Interest.NONE), oneMore(resource).request());
    }

    @Test
    void whoDoesNotWaitIsNotToldOfTheQueue() {
        heldForLong();
        scene.waits("bob", "prod");
        scene.waits("carol", "prod");

        assertThat(scene.refused(scene.wish("one-more", "prod"))).isInstanceOf(Refusal.Held.class);
    }

    @Test
    void lapsedPlacesAreClearedWhenTheQueueSeemsFull() {
        heldForLong();
        scene.waits("bob", "prod");
        scene.waits("carol", "prod");
        scene.pass(Rules.DEFAULT.ticketLease());
        scene.refused(oneMore("prod"));

        scene.queued(oneMore("prod"));

        assertThat(scene.queue()).containsExactly("one-more");
    }

    @Test
    void joinsThatMeetInTheLastPlaceDoNotOverfillTheQueue() {
        heldForLong();
        scene.waits("bob", "prod");
        var carol = scene.plan(scene.wish("carol", "prod").waiting());
        var dave = scene.plan(scene.wish("dave", "prod").waiting());

        assertThat(scene.attempt(carol)).isPresent();
        assertThat(scene.attempt(dave)).isEmpty();
    }

    @Test
    void tooManyWaitingPathsNameTheirLimit() {
        var narrow = new Scene(rulesWith(limits(10, 2)));
        narrow.holds("alice", "prod");
        narrow.waits("bob", "prod//api");
        narrow.waits("carol", "prod//web");

        assertThat(narrow.refused(narrow.wish("dave", "prod//db").waiting()))
                .isEqualTo(new Refusal.QueueFull(Resource.parse("prod//db"), "waiting paths", 2));
    }

    @Test
    void aPathThatIsWaitedForAlreadyIsNoFurtherPath() {
        var narrow = new Scene(rulesWith(limits(10, 2)));
        narrow.holds("alice", "prod");
        narrow.waits("bob", "prod//api");
        narrow.waits("carol", "prod//web");

        narrow.waits("dave", "prod//web");

        assertThat(narrow.queue()).hasSize(3);
    }

    @Test
    void lapsedPlacesAreClearedWhenThePathsSeemTooMany() {
        var narrow = new Scene(rulesWith(limits(10, 1)));
        narrow.granted(narrow.wish("alice", "prod").lease(Duration.ofHours(1)));
        narrow.waits("bob", "prod//api");
        narrow.pass(Rules.DEFAULT.ticketLease());
        narrow.refused(narrow.wish("carol", "prod//web").waiting());

        narrow.waits("carol", "prod//web");

        assertThat(narrow.queue()).containsExactly("carol");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PT0S", "PT-60S", "PT0.0999S", "PT0.1000001S", "PT24H0.001S", "P365000D"})
    void aLeaseOutsideItsLimitIsInvalid(Duration lease) {
        assertThatThrownBy(() -> scene.ask(scene.wish("alice", "prod").lease(lease)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("lease");
        assertThat(scene.keptHolds()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.1S", "PT60S", "PT24H"})
    void aLeaseAtItsLimitIsGranted(Duration lease) {
        assertThat(scene.granted(scene.wish("alice", "prod").lease(lease)).until())
                .isEqualTo(scene.now().plus(lease));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0000001S", "PT10M0.001S", "P365000D"})
    void aWaitOutsideItsLimitIsInvalid(Duration wait) {
        assertThatThrownBy(() -> scene.ask(scene.wish("alice", "prod").waiting(wait)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("wait");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-30S", "PT0.0000001S", "PT24H0.001S", "P365000D"})
    void aQuarantineOutsideItsLimitIsInvalid(Duration quarantine) {
        assertThatThrownBy(() -> Limits.DEFAULT.check(new Quarantine.For(quarantine)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("quarantine");
    }

    @Test
    void theLongestTimesThatCanBeSaidAreInvalidLikeAnyOther() {
        assertThatThrownBy(() -> Limits.DEFAULT.checkLease(HUGE))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> scene.ask(scene.wish("alice", "prod").waiting(HUGE)))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> Limits.DEFAULT.check(new Quarantine.For(HUGE)))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void aQuarantineMayBeAsShortAsAMillisecondOrSkipped() {
        assertThatCode(
                        () -> {
                            Limits.DEFAULT.check(new Quarantine.For(Duration.ofMillis(1)));
                            Limits.DEFAULT.check(new Quarantine.Skipped());
                        })
                .doesNotThrowAnyException();
    }

    @Test
    void aForceUnlockChecksItsQuarantineBeforeItEndsAnything() {
        var hold = scene.holds("alice", "prod");

        assertThatThrownBy(() -> scene.forceUnlock(new Quarantine.For(Duration.ofHours(25)), hold))
                .isInstanceOf(InvalidRequestException.class);
        assertThat(scene.hold("alice")).isEqualTo(hold);
    }

    @Test
    void anErrorNamesTheLimitAndItsValue() {
        assertThatThrownBy(() -> Limits.DEFAULT.checkLease(Duration.ofHours(25)))
                .hasMessage("a lease of 25h is outside the limit lease, 100ms to 24h");
    }

    @Test
    void aSmallestTokenThatWouldLeaveNoNumbersIsInvalid() {
        assertThatThrownBy(
                        () -> scene.ask(scene.wish("alice", "prod").smallestToken(Long.MAX_VALUE)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("smallest token");
    }

    @Test
    void limitsThatAllowNothingAreInvalid() {
        assertThatThrownBy(() -> limits(0, 1)).isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> limits(1, 0)).isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> new Limits(1, 1, Duration.ZERO, Duration.ofMillis(1), HUGE, 1))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() ->
                        new Limits(1, 1, HUGE, Duration.ofSeconds(2), Duration.ofSeconds(1), 1))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void limitsMayBeAsNarrowAsOne() {
        var narrow = new Limits(1, 1, HUGE, Duration.ofSeconds(1), Duration.ofSeconds(1), 1);

        assertThatCode(
                        () -> {
                            narrow.checkLease(Duration.ofSeconds(1));
                            narrow.check(new Quarantine.For(Duration.ofSeconds(1)));
                        })
                .doesNotThrowAnyException();
    }

    @Test
    void timesThatNeverPassAreNoRules() {
        Duration some = Duration.ofSeconds(1);
        Duration none = Duration.ZERO;

        assertThatThrownBy(() -> new Rules(none, some, some, Limits.DEFAULT, List.of()))
                .hasMessageContaining("priority step");
        assertThatThrownBy(() -> new Rules(some, none, some, Limits.DEFAULT, List.of()))
                .hasMessageContaining("claim deadline");
        assertThatThrownBy(() -> new Rules(some, some, none, Limits.DEFAULT, List.of()))
                .hasMessageContaining("ticket lease");
        assertThatThrownBy(() -> new Rules.Tenure(Prefix.EVERYTHING, none))
                .hasMessageContaining("tenure");
        assertThatThrownBy(() -> new Limits(1, 1, some, none, some, 1))
                .hasMessageContaining("smallest lease");
    }

    @Test
    void aSmallestTokenAtItsLimitIsGranted() {
        long largest = Limits.SMALLEST_TOKEN_MAX;

        assertThat(scene.granted(scene.wish("alice", "prod").smallestToken(largest)).token())
                .isEqualTo(new Token(largest));
    }

    @Test
    void whatAllEnginesMustHaveInCommonIsAgreedOn() {
        assertThat(rulesWith(limits(2, 3)).agreement())
                .satisfies(agreement -> {
                    assertThat(agreement.rulesVersion()).isEqualTo(Rules.VERSION);
                    assertThat(agreement.priorityStep()).isEqualTo(Duration.ofMinutes(10));
                    assertThat(agreement.queueLengthMax()).isEqualTo(2);
                    assertThat(agreement.waitingPathsMax()).isEqualTo(3);
                });
    }
}
