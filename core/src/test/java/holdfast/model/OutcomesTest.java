package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class OutcomesTest {
    private static final Ending RELEASED = new Ending.Released();
    private static final LockId LOCK = LockId.of(Samples.NOON, "alice", 1);

    @Test
    void everyRefusalHasTheCodeThatAllEdgesUse() {
        Freeze freeze = Samples.freeze("", Samples.NOON);
        Map<Refusal, ErrorCode> expected =
                Map.of(
                        new Refusal.Held(Samples.API, List.of(), 0, Samples.NOON),
                        ErrorCode.LOCK_EXISTS,
                        new Refusal.TimedOut(
                                Samples.API, Duration.ZERO, List.of(), null, Samples.NOON),
                        ErrorCode.TIMEOUT,
                        new Refusal.QueueFull(Samples.API, "queue length", 1_000),
                        ErrorCode.QUEUE_FULL,
                        new Refusal.Deadlock(Samples.API, List.of()),
                        ErrorCode.DEADLOCK,
                        new Refusal.Frozen(Samples.API, freeze),
                        ErrorCode.FROZEN,
                        new Refusal.Cancelled(Samples.API, "no longer needed"),
                        ErrorCode.CANCELLED,
                        new Refusal.Ended(Samples.API, LOCK, new Token(1), RELEASED),
                        ErrorCode.LOCK_LOST,
                        new Refusal.NotUnderLiveLock(Samples.API, LOCK, null),
                        ErrorCode.LOCK_LOST,
                        new Refusal.OwnerNotProven(Samples.API, Samples.OWNER.id()),
                        ErrorCode.PERMISSION_DENIED);

        assertThat(expected)
                .allSatisfy((refusal, code) -> assertThat(refusal.code()).isEqualTo(code));
        assertThat(expected.keySet().stream().map(Object::getClass).collect(Collectors.toSet()))
                .as("every kind of refusal has its line here")
                .isEqualTo(Set.of(Refusal.class.getPermittedSubclasses()));
    }

    @Test
    void aReleaseAfterTheLeaseIsToldApartFromALossBySomeone() {
        assertThat(new ReleaseOutcome.Released(0).code()).isNull();
        assertThat(new ReleaseOutcome.NotFound().code()).isEqualTo(ErrorCode.LOCK_NOT_FOUND);
        assertThat(new ReleaseOutcome.Lost(new Ending.Expired()).code())
                .isEqualTo(ErrorCode.LOCK_EXPIRED);
        assertThat(new ReleaseOutcome.Lost(new Ending.Forced("carol", "stuck")).code())
                .isEqualTo(ErrorCode.LOCK_LOST);
    }

    @Test
    void whatNobodyCouldGrantIsAnInvalidRequest() {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> new Root(""))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }

    @Test
    void anAuditEntryNamesWhoDidIt() {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(
                        () -> new AuditEntry("force-unlock", "", "stuck", Samples.API, Map.of()))
                .withMessage("the name of who acts is empty");
    }
}
