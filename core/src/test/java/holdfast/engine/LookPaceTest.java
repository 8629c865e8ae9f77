package holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LookPaceTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final AtomicLong nanos = new AtomicLong(7);
    private final LookPace pace = new LookPace(SECOND, 20, nanos::get);

    private String looked(Duration took) {
        return pace.look(() -> {
            nanos.addAndGet(took.toNanos());
            return "seen";
        });
    }

    @Test
    void theFirstLookIsMadeAtOnce() {
        assertThat(pace.rests()).isFalse();
        assertThat(looked(Duration.ZERO)).isEqualTo("seen");
    }

    @Test
    void afterALookThatTakesLittleThereIsTheUsualRest() {
        looked(Duration.ofMillis(49));

        assertThat(pace.left()).isEqualTo(SECOND);
        nanos.addAndGet(SECOND.toNanos());
        assertThat(pace.rests()).isFalse();
    }

    @Test
    void afterALookThatTakesLongTheRestIsAMultipleOfIt() {
        looked(Duration.ofMillis(300));

        assertThat(pace.left()).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void howeverLongALookTakesThereIsAnother() {
        looked(Duration.ofHours(1));

        assertThat(pace.left()).isEqualTo(LookPace.LONGEST);
    }

    @Test
    void whatFailsIsTriedAgainAfterTheUsualRest() {
        assertThatThrownBy(() ->
                        pace.look(() -> {
                            nanos.addAndGet(Duration.ofSeconds(10).toNanos());
                            throw new IllegalStateException("away");
                        }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(pace.left()).isEqualTo(SECOND);
    }
}
