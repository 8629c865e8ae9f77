package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that look say at a server what they say on its store. */
final class SameAtAServerTest {
    private final CliScene scene = new CliScene(CliScene.Locks.AT_A_SERVER);

    @BeforeEach
    void work() {
        scene.held("shop/production//api");
        scene.held(CliScene.BOB, "blog");
        scene.waiting(CliScene.BOB, "shop/production//api");
        scene.advance(Duration.ofMinutes(3));
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private CliRun onItsStore() {
        return scene.cli(Map.of("HOLDFAST_SERVER", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "locks list",
                "locks list --output json",
                "locks list --filter status=stale --output json",
                "locks status shop/production//api --output json",
                "queue list --output json"
            })
    void whoLooksSeesTheSame(String command) {
        CliRun store = onItsStore();
        CliRun server = scene.cli();

        int code = store.run(command.split(" "));

        assertThat(server.run(command.split(" "))).as(server::err).isEqualTo(code);
        assertThat(server.out()).isEqualTo(store.out()).isNotEmpty();
        assertThat(server.err()).isEqualTo(store.err());
    }

    @Test
    void theDoctorFindsStaleLocksToo() {
        CliRun store = onItsStore();
        CliRun server = scene.cli();

        int code = store.run("doctor");

        assertThat(server.run("doctor")).as(server::err).isEqualTo(code);
        assertThat(store.out()).contains("stale");
        assertThat(server.out()).contains("stale");
    }
}
