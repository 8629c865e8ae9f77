package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TimestampTest {
    @Test
    void aTimeIsWrittenAsJavaWritesIt() {
        var random = new Random(20_261_116);
        for (int i = 0; i < 20_000; i++) {
            check(
                    Instant.ofEpochSecond(
                            random.nextLong(-40_000_000_000L, 260_000_000_000L),
                            random.nextInt(1_000_000_000)));
        }
        for (String edge :
                List.of(
                        "1970-01-01T00:00:00Z",
                        "1969-12-31T23:59:59.999Z",
                        "2024-02-29T12:00:00.001999Z",
                        "0999-12-31T23:59:59.999Z",
                        "9999-12-31T23:59:59.999Z",
                        "+10000-01-01T00:00:00Z",
                        "2026-03-01T12:00:00.000999Z")) {
            check(Instant.parse(edge));
        }
    }

    private static void check(Instant time) {
        assertThat(Timestamp.of(time)).isEqualTo(time.truncatedTo(ChronoUnit.MILLIS).toString());
    }
}
