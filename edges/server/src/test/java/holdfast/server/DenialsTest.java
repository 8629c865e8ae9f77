package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.audit.AuditEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much of what is denied is written down. */
final class DenialsTest {
    private final List<AuditEvent> lines = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final Denials denials = new Denials(lines::add, () -> now, later::add);

    private void deny(String who, int times) {
        for (int i = 0; i < times; i++) {
            denials.note(
                    new RightsTest.Named(who),
                    new Denials.Attempt(Deed.FREEZE, "shop", null, "needs the role admin"));
        }
    }

    private void aMinutePasses() {
        now = now.plus(Duration.ofMinutes(1));
        var due = List.copyOf(later);
        later.clear();
        due.forEach(Runnable::run);
    }

    @Test
    void whoIsDeniedTooOftenIsCountedAndToldOnceTheMinuteIsOver() {
        deny("mallory", 1_000);
        assertThat(lines).hasSize(Denials.LINES_A_MINUTE);

        aMinutePasses();

        assertThat(lines).hasSize(Denials.LINES_A_MINUTE + 1);
        assertThat(lines.getLast().event()).isEqualTo("access.denied");
        assertThat(lines.getLast().metadata())
                .containsEntry("by", "mallory")
                .containsEntry("identity", "test:mallory")
                .containsEntry("further", Integer.toString(1_000 - Denials.LINES_A_MINUTE));
        deny("mallory", 1);
        assertThat(lines).hasSize(Denials.LINES_A_MINUTE + 2);
    }

    @Test
    void oneWhoFillsItsLinesTakesNoneFromOthers() {
        deny("mallory", 1_000);
        deny("alice", 3);

        assertThat(lines).hasSize(Denials.LINES_A_MINUTE + 3);
    }

    @Test
    void whoComesUnderManyNamesFillsNoMoreThanSoMany() {
        for (int i = 0; i < 3_000; i++) {
            deny("mallory-" + i, 2);
        }

        assertThat(lines).hasSize(2 * 1_000 + Denials.LINES_A_MINUTE);
        aMinutePasses();
        assertThat(lines.getLast().metadata())
                .containsEntry("by", "others")
                .doesNotContainKey("identity");
    }

    @Test
    void whatIsOnlyCountedIsToldWhenAServerStops() {
        deny("mallory", Denials.LINES_A_MINUTE + 5);

        denials.tellAll();

        assertThat(lines.getLast().metadata()).containsEntry("further", "5");
    }

    @Test
    void whoIsDeniedNowAndThenHasALineForEach() {
        for (int i = 0; i < 50; i++) {
            deny("mallory", 1);
            aMinutePasses();
        }

        assertThat(lines).hasSize(50);
    }
}
