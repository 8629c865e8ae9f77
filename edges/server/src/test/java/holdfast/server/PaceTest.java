package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class PaceTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Pace pace = new Pace(5, nanos::get);

    @Test
    void aBurstOfTwoSecondsIsLetThroughAndThenSoManyASecond() {
        for (int i = 0; i < 10; i++) {
            pace.require("alice");
        }
        assertThatThrownBy(() -> pace.require("alice"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS));
        nanos.addAndGet(400_000_000);

        pace.require("alice");
        pace.require("alice");
        assertThatThrownBy(() -> pace.require("alice")).isInstanceOf(Problem.class);
    }

    @Test
    void oneCallerDoesNotUseUpWhatAnotherMay() {
        for (int i = 0; i < 10; i++) {
            pace.note("alice");
        }

        pace.require("bob");
        assertThatThrownBy(() -> pace.require("alice")).isInstanceOf(Problem.class);
    }

    @Test
    void whoReadTheClockEarlierAndComesLaterUsesUpNothingOfOthers() {
        nanos.set(1_000_000_000_000L);
        pace.require("alice");
        nanos.set(900_000_000_000L);
        pace.require("alice");

        pace.require("alice");
    }
}
