package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class LocksWatchTest {
    private final CliScene scene;

    LocksWatchTest(CliScene.Locks locks) {
        scene = new CliScene(locks);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    /** Does one thing in each pause, and ends when there is nothing left to do. */
    private static Pauses doing(Runnable... deeds) {
        var rest = new ArrayDeque<>(List.of(deeds));
        return length -> {
            Runnable next = rest.poll();
            if (next != null) {
                next.run();
            }
            return next != null;
        };
    }

    private void release(Hold hold) {
        scene.holdfast().engine().release(hold.resource().root(), hold.id(), null);
    }

    @Test
    void aLineForEachChange() {
        Hold first = scene.held("shop");
        var cli =
                scene.cli()
                        .pausing(
                                doing(
                                        () -> {},
                                        () -> scene.advance(Duration.ofMinutes(2)),
                                        () -> {
                                            release(first);
                                            scene.held(CliScene.BOB, "bakery");
                                        }));

        assertThat(cli.run("locks", "watch")).isZero();
        assertThat(cli.out())
                .isEqualTo(
                        """
                        2026-03-01T12:00:00Z acquired 'shop' by alice@laptop until 2026-03-01T14:00:00Z: deploy 1.2.3
                        2026-03-01T12:02:00Z stale 'shop' by alice@laptop until 2026-03-01T14:00:00Z: deploy 1.2.3
                        2026-03-01T12:02:00Z ended 'shop' by alice@laptop until 2026-03-01T14:00:00Z: deploy 1.2.3
                        2026-03-01T12:02:00Z acquired 'bakery' by bob@laptop until 2026-03-01T14:02:00Z: deploy 1.2.3
                        """);
    }

    @Test
    void onlyTheNamedResourceIsWatched() {
        scene.held("shop");
        scene.held(CliScene.BOB, "bakery");
        var cli = scene.cli();

        assertThat(cli.run("locks", "watch", "bakery//oven")).isZero();
        assertThat(cli.out()).contains("'bakery'").doesNotContain("'shop'");
    }

    @Test
    void aProgramGetsAnObjectForEachChange() {
        Hold hold = scene.held("shop");
        var cli = scene.cli().pausing(doing(() -> release(hold)));

        assertThat(cli.run("locks", "watch", "--output", "json")).isZero();
        assertThat(cli.out().lines().map(JsonObjects::readOne).map(change -> change.get("state")))
                .containsExactly("acquired", "ended");
    }

    @Test
    void aTerminalShowsATableThatIsDrawnAnew() {
        scene.held("shop");
        var cli =
                scene.cli(Map.of("NO_COLOR", "1"), OptionalInt.of(300))
                        .pausing(doing(() -> scene.advance(Duration.ofSeconds(5))));

        assertThat(cli.run("locks", "watch")).isZero();
        assertThat(List.of(cli.out().split("\u001b\\[H\u001b\\[2J")))
                .hasSize(3)
                .last()
                .asString()
                .startsWith("RESOURCE")
                .contains("(5s ago)");
    }

    @Test
    void lookingAllTheTimeIsRefused() {
        assertThat(scene.cli().run("locks", "watch", "--every", "0s")).isEqualTo(64);
    }
}
