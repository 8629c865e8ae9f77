package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class WaiterTest {
    private static final Duration STEP = Duration.ofMinutes(10);
    private static final long STEP_MICROS = STEP.toNanos() / 1_000;
    private static final long FIRST = Samples.NOON.micros();

    @Test
    void withinOnePriorityTheOlderGoesFirst() {
        assertThat(order(waiter(FIRST + 1, Priority.NORMAL), waiter(FIRST, Priority.NORMAL)))
                .containsExactly(FIRST, FIRST + 1);
    }

    @Test
    void aHigherPriorityGoesFirst() {
        assertThat(
                        order(
                                waiter(FIRST, Priority.LOW),
                                waiter(FIRST + 1, Priority.NORMAL),
                                waiter(FIRST + 2, Priority.HIGH),
                                waiter(FIRST + 3, Priority.CRITICAL)))
                .containsExactly(FIRST + 3, FIRST + 2, FIRST + 1, FIRST);
    }

    @Test
    void whoHasWaitedAStepLongerIsNotOvertakenByTheNextPriority() {
        Waiter old = waiter(FIRST, Priority.NORMAL);

        assertThat(order(waiter(FIRST + STEP_MICROS - 1, Priority.HIGH), old))
                .containsExactly(FIRST + STEP_MICROS - 1, FIRST);
        assertThat(order(waiter(FIRST + STEP_MICROS + 1, Priority.HIGH), old))
                .containsExactly(FIRST, FIRST + STEP_MICROS + 1);
    }

    @Test
    void withTheSameTurnTheSmallerTicketGoesFirst() {
        Waiter old = waiter(FIRST, Priority.LOW);
        Waiter young = waiter(FIRST + STEP_MICROS, Priority.NORMAL);

        assertThat(young.turn()).isEqualTo(old.turn());
        assertThat(order(young, old)).containsExactly(FIRST, FIRST + STEP_MICROS);
    }

    @Test
    void nobodyIsOvertakenByWhoCameMoreThanThreeStepsLater() {
        Waiter lowest = waiter(FIRST, Priority.LOW);

        assertThat(order(waiter(FIRST + 3 * STEP_MICROS + 1, Priority.CRITICAL), lowest))
                .startsWith(FIRST);
    }

    @Test
    void theOrderIsTheSameHoweverTheWaitersComeIn() {
        var random = new Random(5);
        List<Waiter> waiters = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            long ticket = FIRST + i * (STEP_MICROS / 40);
            waiters.add(waiter(ticket, Priority.values()[random.nextInt(4)]));
        }
        List<Waiter> sorted = waiters.stream().sorted(Waiter.TURN_ORDER).toList();

        Collections.shuffle(waiters, random);

        assertThat(waiters.stream().sorted(Waiter.TURN_ORDER).toList()).isEqualTo(sorted);
    }

    @Test
    void aPlaceIsLostAtTheInstantItsLeaseEnds() {
        Waiter waiter = waiter(FIRST, Priority.NORMAL);

        assertThat(waiter.until()).isEqualTo(Samples.NOON.plus(Duration.ofSeconds(30)));
        assertThat(waiter.isLive(waiter.until().plus(Duration.ofNanos(-1)))).isTrue();
        assertThat(waiter.isLive(waiter.until())).isFalse();
    }

    @Test
    void ticketsAndTokensArePositive() {
        for (long wrong : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> new Ticket(wrong));
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> new Token(wrong));
        }
        assertThat(new Token(2)).isGreaterThan(new Token(1));
        assertThat(new Ticket(2)).isGreaterThan(new Ticket(1));
    }

    private static Waiter waiter(long ticket, Priority priority) {
        return Samples.waiter(ticket, priority, STEP);
    }

    private static List<Long> order(Waiter... waiters) {
        return List.of(waiters).stream()
                .sorted(Waiter.TURN_ORDER)
                .map(waiter -> waiter.ticket().number())
                .toList();
    }
}
