package holdfast.store.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Mode;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What locks may answer one caller after the other, and what they may not. Times are seconds, leases are ten of them. */
final class LockModelTest {
    private static final Resource WHOLE = Resource.parse("shop");
    private static final Duration LEASE = Duration.ofSeconds(10);

    private static StoreTime at(int seconds) {
        return new StoreTime(Duration.ofSeconds(seconds).toNanos());
    }

    private static LockCall granted(int token, int seconds) {
        return granted(token, WHOLE, Mode.EXCLUSIVE, seconds);
    }

    private static LockCall granted(int token, Resource resource, Mode mode, int seconds) {
        return new LockCall.Granted(
                new Token(token), resource, mode, at(seconds), at(seconds).plus(LEASE));
    }

    private static LockCall refused(int seconds, Token... holders) {
        return new LockCall.Refused(WHOLE, Mode.EXCLUSIVE, Set.of(holders), at(seconds));
    }

    private static LockCall renewed(int token, int seconds) {
        return new LockCall.Renewed(new Token(token), LEASE, at(seconds));
    }

    private static LockCall released(int token) {
        return new LockCall.Released(new Token(token));
    }

    private static LockCall expired(int token) {
        return new LockCall.Lost(new Token(token), new Ending.Expired());
    }

    private static boolean explains(LockCall... calls) {
        var model = new LockModel();
        Optional<LockModel.State> state = Optional.of(model.initial());
        for (LockCall call : calls) {
            state = state.flatMap(before -> model.after(before, new Timed(call, at(0), at(100))));
        }
        return state.isPresent();
    }

    /** Whether the answer to a call is right that was made between these seconds, when the lock was granted at 0. */
    private static boolean explains(LockCall call, int from, int to) {
        var model = new LockModel();
        return model.after(model.initial(), new Timed(granted(1, 0), at(0), at(0)))
                .flatMap(state -> model.after(state, new Timed(call, at(from), at(to))))
                .isPresent();
    }

    @Test
    void whatTookEffectDidSoBetweenTheCallAndItsAnswer() {
        assertThat(explains(released(1), 9, 11)).isTrue();
        assertThat(explains(released(1), 10, 11)).isFalse();
        assertThat(explains(expired(1), 8, 10)).isTrue();
        assertThat(explains(expired(1), 8, 9)).isFalse();
        assertThat(explains(renewed(1, 5), 6, 7)).isFalse();
        assertThat(explains(refused(5, new Token(1)), 3, 4)).isFalse();
    }

    @Test
    void theNextIsGrantedAfterAReleaseOrTheEndOfTheLeaseAndNotBefore() {
        assertThat(explains(granted(1, 0), released(1), granted(2, 1))).isTrue();
        assertThat(explains(granted(1, 0), granted(2, 10))).isTrue();
        assertThat(explains(granted(1, 0), granted(2, 9))).isFalse();
    }

    @Test
    void sharersAndPartsThatDoNotOverlapAreHeldSideBySide() {
        Resource part = Resource.parse("shop//part");
        Resource other = Resource.parse("shop//other");
        assertThat(explains(granted(1, WHOLE, Mode.SHARED, 0), granted(2, part, Mode.SHARED, 1)))
                .isTrue();
        assertThat(
                        explains(
                                granted(1, part, Mode.EXCLUSIVE, 0),
                                granted(2, other, Mode.EXCLUSIVE, 1)))
                .isTrue();
        assertThat(explains(granted(1, WHOLE, Mode.SHARED, 0), granted(2, part, Mode.EXCLUSIVE, 1)))
                .isFalse();
    }

    @Test
    void tokensAndTimesOnlyGrow() {
        assertThat(explains(granted(2, 0), released(2), granted(2, 1))).isFalse();
        assertThat(explains(granted(2, 0), released(2), granted(1, 1))).isFalse();
        assertThat(explains(granted(1, 5), released(1), granted(2, 4))).isFalse();
    }

    @Test
    void aRenewalProlongsAHoldAndRevivesNone() {
        assertThat(explains(granted(1, 0), renewed(1, 9), granted(2, 18))).isFalse();
        assertThat(explains(granted(1, 0), renewed(1, 9), granted(2, 19))).isTrue();
        assertThat(explains(granted(1, 0), renewed(1, 10))).isFalse();
        assertThat(explains(granted(1, 0), released(1), renewed(1, 1))).isFalse();
    }

    @Test
    void aRenewalWithoutAnAnswerMayHaveProlongedTheHold() {
        LockCall perhaps = new LockCall.RenewedPerhaps(new Token(1));
        assertThat(explains(granted(1, 0), perhaps, renewed(1, 12))).isTrue();
        assertThat(explains(granted(1, 0), perhaps, granted(2, 10))).isTrue();
        assertThat(explains(granted(1, 0), perhaps, granted(2, 9))).isFalse();
    }

    @Test
    void whoIsRefusedIsToldOfAllWhoAreThereAndOfNobodyElse() {
        assertThat(explains(granted(1, 0), refused(1, new Token(1)))).isTrue();
        assertThat(explains(granted(1, 0), refused(1))).isFalse();
        assertThat(explains(granted(1, 0), refused(10, new Token(1)))).isFalse();
        assertThat(explains(granted(1, 0), released(1), refused(1, new Token(1)))).isFalse();
        assertThat(explains(refused(1, new Token(7)))).isFalse();
    }

    @Test
    void aHoldIsLostOnlyByTheEndOfItsLease() {
        assertThat(explains(granted(1, 0), expired(1), granted(2, 10))).isTrue();
        assertThat(explains(granted(1, 0), expired(1), granted(2, 9))).isFalse();
        assertThat(explains(granted(1, 0), new LockCall.Lost(new Token(1), new Ending.Released())))
                .isFalse();
    }

    /** As after a crash that took along what had been answered: even when the lease is over, the store must know that it was. */
    @Test
    void aStoreMayNotForgetAHoldThatItHasTold() {
        var forgotten = new Ending.Cancelled("the store knows nothing of it");
        LockCall lost = new LockCall.Lost(new Token(1), forgotten);
        assertThat(explains(lost, 10, 11)).isFalse();
        assertThat(explains(expired(1), 10, 11)).isTrue();
        assertThat(explains(lost, 1, 2)).isFalse();
    }

    /** A store may stamp a commit before it is done, and show meanwhile how things were. */
    @Test
    void aLookBindsNoCommitThatItDidNotSee() {
        assertThat(explains(granted(1, 0), refused(5, new Token(1)), released(1), granted(2, 4)))
                .isTrue();
    }

    @Test
    void aHoldOfWhichNobodyWasToldMayBeGivenBackAnyTime() {
        LockCall untold = new LockCall.GrantedUntold(new Token(1), WHOLE, Mode.EXCLUSIVE, at(0));
        assertThat(explains(untold, refused(5, new Token(1)), granted(2, 6))).isTrue();
        assertThat(explains(untold, granted(2, 6), refused(7, new Token(1)))).isFalse();
    }
}
