package holdfast.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RedlockSettingsTest {
    private static final RedlockSettings DEFAULT = RedlockSettings.DEFAULT;

    @Test
    void theDefaultsAreThoseOfTheStatusLock() {
        assertThat(DEFAULT.retryCount()).isEqualTo(10);
        assertThat(DEFAULT.retryDelay()).isEqualTo(Duration.ofMillis(200));
        assertThat(DEFAULT.retryJitter()).isEqualTo(Duration.ofMillis(100));
        assertThat(DEFAULT.driftFactor()).isEqualTo(0.01);
        assertThat(DEFAULT.extensionThreshold()).isEqualTo(Duration.ofMillis(500));
        assertThat(LeaseRequest.of("service-7").ttl()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aServerHasATenthOfTheLeaseForItsAnswerAtMost() {
        assertThat(DEFAULT.timeoutFor(Duration.ofSeconds(10))).isEqualTo(Duration.ofMillis(200));
        assertThat(DEFAULT.timeoutFor(Duration.ofMillis(500))).isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void aShortLeaseIsExtendedWhenHalfOfItIsOver() {
        assertThat(DEFAULT.thresholdFor(Duration.ofMillis(600))).isEqualTo(Duration.ofMillis(300));
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> DEFAULT.withRetryCount(-1)).hasMessageContaining("retryCount");
        assertThatThrownBy(() -> DEFAULT.withRetryDelay(Duration.ZERO, Duration.ZERO))
                .hasMessageContaining("collide for ever");
        assertThatThrownBy(() -> DEFAULT.withDriftFactor(Double.NaN))
                .hasMessageContaining("driftFactor");
        assertThatThrownBy(() -> DEFAULT.withExtensionThreshold(Duration.ZERO))
                .hasMessageContaining("extensionThreshold");
        assertThatThrownBy(() -> DEFAULT.withServerTimeout(Duration.ZERO))
                .hasMessageContaining("serverTimeout");
        assertThatThrownBy(() -> LeaseRequest.of(" ")).hasMessageContaining("blank");
        assertThatThrownBy(() -> LeaseRequest.of("a").lasting(Duration.ofMillis(99)))
                .hasMessageContaining("from 100 ms to 24 hours");
        assertThatThrownBy(() -> LeaseRequest.of("a").lasting(Duration.ofNanos(100_000_001)))
                .hasMessageContaining("has parts of one");
        assertThatThrownBy(() -> Redlock.connect(List.of(), DEFAULT))
                .hasMessageContaining("at least one server");
        assertThatThrownBy(() -> Redlock.connect(List.of("redis-sentinel://a:secret@b"), DEFAULT))
                .hasMessageContaining("Redis lock store")
                .hasMessageNotContaining("secret");
    }
}
