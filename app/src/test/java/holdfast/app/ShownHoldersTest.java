package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who looks at the folder of a state finds in {@code state.json.lock} who holds it, however the lock was taken. */
final class ShownHoldersTest {
    private static final String STATE = "shop/production";
    private static final String WAITS = "until [ -e go ]; do sleep 0.1; done";

    @RegisterExtension private final Workshop workshop = new Workshop();

    private Map<String, String> inFiles() {
        return Map.of("HOLDFAST_STATES", "files:" + workshop.file("states"));
    }

    @BeforeEach
    void aState() {
        workshop.write("state.json", "{\"format_version\":\"deployer-state-v1\"}");
        said("state", "push", STATE, "--file", "state.json");
    }

    private void said(String... arguments) {
        RunningHoldfast command = workshop.start(inFiles(), arguments);
        assertThat(command.exitCode()).as(command::toString).isZero();
    }

    private String shown() {
        Path file = workshop.file("states/stacks/shop/production/state.json.lock");
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return ""; // It went away just now.
        }
    }

    private void awaitShown(String text) {
        Deadline.await("'" + text + "' is shown: " + shown(), () -> shown().contains(text));
    }

    private void awaitNothing() {
        Deadline.await("nobody is shown: " + shown(), () -> shown().isEmpty());
    }

    private String[] run(String reason) {
        return new String[] {"run", "--lock", STATE, "--reason", reason, "--", "sh", "-c", WAITS};
    }

    @Test
    void aRunIsShownForAsLongAsItHoldsTheLockAndALockThatIsKeptAcrossStepsToo() {
        RunningHoldfast run = workshop.start(inFiles(), run("deploy 1.2.3"));
        awaitShown("deploy 1.2.3");
        workshop.make("go");
        assertThat(run.exitCode()).as(run::toString).isZero();
        assertThat(shown()).isEmpty();

        said("acquire", STATE + "//api", "--lease", "2h", "--reason", "step by step");
        assertThat(shown()).contains("step by step").contains(STATE + "//api");
        String lock = workshop.live().getFirst().id().text();
        said("renew", lock, "--lease", "5h");
        assertThat(shown())
                .contains(workshop.live().getFirst().until().instant().toString())
                .contains(lock);
        said("release", lock);
        assertThat(shown()).isEmpty();
    }

    @Test
    void aServerShowsWhoHoldsItAlsoThoseWhoKnowNothingOfTheStates() {
        RunningHoldfast beside =
                workshop.start("acquire", STATE, "--lease", "2h", "--reason", "beside it");
        assertThat(beside.exitCode()).as(beside::toString).isZero();
        assertThat(shown()).isEmpty();

        RunningHoldfast server = workshop.start(inFiles(), "serve", "--port", "0");
        Deadline.await(
                "the server serves: " + server,
                () -> server.err().contains("serving") || !server.isAlive());
        String url = server.err().replaceAll("(?s).* at (http://[0-9.:]+).*", "$1");
        var atTheServer = Map.of("HOLDFAST_SERVER", url, "HOLDFAST_STORE", "");

        awaitShown("beside it");
        String lock = workshop.live().getFirst().id().text();
        assertThat(workshop.start(atTheServer, "release", lock).exitCode()).isZero();
        awaitNothing();

        RunningHoldfast run = workshop.start(atTheServer, run("at a server"));
        awaitShown("at a server");
        workshop.make("go");
        assertThat(run.exitCode()).as(run::toString).isZero();
        awaitNothing();
    }
}
