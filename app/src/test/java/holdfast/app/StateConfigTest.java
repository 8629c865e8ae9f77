package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.server.config.Config;
import holdfast.state.StateSettings;
import holdfast.terraform.TerraformSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StateConfigTest {
    @TempDir private Path folder;

    private StateConfig config(Map<String, String> environment, String text) {
        return new StateConfig(read(environment, text), environment);
    }

    private Config read(Map<String, String> environment, String text) {
        try {
            Path file = Files.writeString(folder.resolve("holdfast.yaml"), text);
            return Config.read(StateConfig.KEYS, Optional.of(file), environment, Map.of());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatNobodySaysIsAsTheDefaultsAre() {
        StateConfig config = config(Map.of(), "{}");

        assertThat(config.place()).isEmpty();
        assertThat(config.terraform()).isEqualTo(TerraformSettings.DEFAULT);
        assertThat(config.states().retention()).isEqualTo(StateSettings.DEFAULT.retention());
        assertThat(config.states().bytesMax()).isEqualTo(StateSettings.DEFAULT.bytesMax());
    }

    @Test
    void whatTheFileSaysIsSo() {
        StateConfig config =
                config(
                        Map.of(),
                        """
                        states: files:/srv/states
                        state:
                          retention_days: 30
                          bytes_max: 3000000000
                        terraform:
                          idle_lease: 30m
                          plans: share
                          unlocked_writes: refused
                        """);

        assertThat(config.place()).contains("files:/srv/states");
        assertThat(config.states().retention()).isEqualTo(Duration.ofDays(30));
        assertThat(config.states().bytesMax()).isEqualTo(3_000_000_000L);
        assertThat(config.terraform())
                .isEqualTo(
                        new TerraformSettings(
                                Duration.ofMinutes(30),
                                TerraformSettings.Plans.SHARE,
                                TerraformSettings.UnlockedWrites.REFUSED));
    }

    @Test
    void theVariablesThatCommandsKnowGoBeforeTheFile() {
        var environment =
                Map.of(
                        "HOLDFAST_STATES", "files:/elsewhere",
                        "HOLDFAST_STATE_RETENTION_DAYS", "7",
                        "HOLDFAST_STATE_BYTES_MAX", "1000",
                        "HOLDFAST_TERRAFORM_PLANS", "share");
        StateConfig config = config(environment, "states: files:/srv/states\n");

        assertThat(config.place()).contains("files:/elsewhere");
        assertThat(config.states().retention()).isEqualTo(Duration.ofDays(7));
        assertThat(config.states().bytesMax()).isEqualTo(1_000);
        assertThat(config.terraform().plans()).isEqualTo(TerraformSettings.Plans.SHARE);
        assertThat(read(environment, "{}").shown()).contains("terraform").contains("plans");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "terraform:\n  idle_leese: 2h\n",
                "terraform:\n  plans: sometimes\n",
                "terraform:\n  idle_lease: 0s\n",
                "state:\n  retention_days: 0\n",
                "state:\n  bytes_max: much\n"
            })
    void whatIsUnknownOrMakesNoSenseIsRefused(String text) {
        assertThatThrownBy(
                        () -> {
                            StateConfig config = config(Map.of(), text);
                            config.states();
                            config.terraform();
                        })
                .isInstanceOf(InvalidRequestException.class);
    }
}
