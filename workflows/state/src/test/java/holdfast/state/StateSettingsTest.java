package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the environment says of states. */
final class StateSettingsTest {
    private static final String OLD = "2025:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String NEW = "2026:Hx4dHBsaGRgXFhUUExIREA8ODQwLCgkIBwYFBAMCAQA=";

    @TempDir private Path folder;

    private static StateSettings from(String name, String value) {
        return StateSettings.from(Map.of(name, value));
    }

    @Test
    void keysComeFromAVariableOrAFileAndTheFirstEncrypts() throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), "# rotated\n" + NEW + "\n" + OLD);
        try (var scene = new Scene(new MemoryDocumentStore(), from("HOLDFAST_STATE_KEYS", OLD))) {
            StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
            assertThat(first.facts()).containsEntry("key", "2025");

            States rotated =
                    scene.states(
                            scene.documents, from("HOLDFAST_STATE_KEYS_FILE", file.toString()));

            assertThat(rotated.read(first)).isEqualTo(bytes("{\"serial\":1}"));
            SaveOutcome saved =
                    rotated.save(
                            NETWORK,
                            SaveRequest.of(
                                    scene.lock(NETWORK.text()), new SaveRequest.Base.Anything()),
                            bytes("{\"serial\":2}"));
            assertThat(Scene.saved(saved).facts()).containsEntry("key", "2026");
        }
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatThrownBy(() ->
                        StateSettings.from(
                                Map.of(
                                        "HOLDFAST_STATE_KEYS",
                                        OLD,
                                        "HOLDFAST_STATE_KEYS_FILE",
                                        "keys")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("not both");
        assertThatThrownBy(
                        () -> from("HOLDFAST_STATE_KEYS_FILE", folder.resolve("none").toString()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("cannot be read");
        for (String number : new String[] {"0", "-1", "many", ""}) {
            assertThatThrownBy(() -> from("HOLDFAST_STATE_RETENTION_DAYS", number))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("HOLDFAST_STATE_RETENTION_DAYS");
            assertThatThrownBy(() -> from("HOLDFAST_STATE_BYTES_MAX", number))
                    .isInstanceOf(InvalidRequestException.class);
        }
    }

    @Test
    void theRetentionIsNinetyDaysUnlessSet() {
        assertThat(StateSettings.from(Map.of()).retention()).isEqualTo(Duration.ofDays(90));
        assertThat(from("HOLDFAST_STATE_RETENTION_DAYS", "7").retention())
                .isEqualTo(Duration.ofDays(7));
        assertThat(from("HOLDFAST_STATE_BYTES_MAX", "1000").bytesMax()).isEqualTo(1000);
    }
}
