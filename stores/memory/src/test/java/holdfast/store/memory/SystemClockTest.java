package holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import holdfast.store.Interest;
import holdfast.store.testkit.Drafts;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

final class SystemClockTest {
    @Test
    void theStoresTimeIsThatOfTheMachine() {
        try (var store = MemoryLockStore.withSystemClock()) {
            Instant seen = store.read(Drafts.ROOT, Interest.NONE).now().instant();

            assertThat(seen).isCloseTo(Instant.now(), within(10, ChronoUnit.SECONDS));
        }
    }

    @Test
    void theStoresTimePasses() {
        try (var store = MemoryLockStore.withSystemClock()) {
            var before = store.read(Drafts.ROOT, Interest.NONE).now();
            var after = before;
            while (after.equals(before)) {
                after = store.read(Drafts.ROOT, Interest.NONE).now();
            }

            assertThat(after).isGreaterThan(before);
        }
    }
}
