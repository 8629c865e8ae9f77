package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.LookPace;
import holdfast.model.SubPath;
import holdfast.model.Token;
import holdfast.state.SaveRequest;
import holdfast.state.StateName;
import holdfast.state.StateSettings;
import holdfast.state.States;
import holdfast.state.Writer;
import holdfast.store.memory.MemoryDocumentStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class StateUpkeepTest {
    private static final StateName NET = StateName.terraform("net");

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final States states =
            new States(new MemoryDocumentStore(), StateSettings.DEFAULT, now::get);

    private void save(int serial) {
        var writer = new Writer(SubPath.WHOLE, new Token(serial), "lock", "", "alice");
        states.save(
                NET,
                SaveRequest.of(writer, new SaveRequest.Base.Anything()),
                ("{\"serial\":" + serial + "}").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void oldVersionsOfAStateThatNobodySavesAnyMoreGo() {
        save(1);
        save(2);
        now.updateAndGet(time -> time.plus(Duration.ofDays(91)));

        var often =
                new StateUpkeep.Pace(
                        Duration.ofMillis(10),
                        Duration.ofMillis(10),
                        new LookPace(Duration.ZERO, 1, System::nanoTime));
        try (var upkeep = StateUpkeep.of(states, Optional.empty(), often)) {
            Deadline.await("the old version is gone", () -> states.history(NET, 10).size() == 1);
        }
        assertThat(states.load(NET)).isPresent();
    }
}
