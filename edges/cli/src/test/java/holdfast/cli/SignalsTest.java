package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SignalsTest {
    private final Signals signals = new Signals(Thread.currentThread());

    @AfterEach
    void forgetTheInterrupt() {
        Thread.interrupted();
    }

    @Test
    void theFirstSignalInterruptsWhoWaits() {
        signals.deliver(UnixSignal.TERM);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(signals.interruption()).isEqualTo(UnixSignal.TERM);
    }

    @Test
    void aFurtherSignalDoesNotDisturbWhoLeavesTheLine() {
        signals.deliver(UnixSignal.TERM);
        assertThat(Thread.interrupted()).isTrue();

        signals.deliver(UnixSignal.INT);

        assertThat(Thread.interrupted()).isFalse();
        assertThat(signals.interruption()).isEqualTo(UnixSignal.TERM);
    }

    @Test
    void whatCameBeforeAnyoneWantedItIsPassedOnInItsOrder() {
        var received = new ArrayList<UnixSignal>();
        signals.deliver(UnixSignal.INT);
        signals.deliver(UnixSignal.USR1);

        signals.passTo(received::add);
        signals.deliver(UnixSignal.INT);

        assertThat(received).containsExactly(UnixSignal.INT, UnixSignal.USR1, UnixSignal.INT);
    }
}
