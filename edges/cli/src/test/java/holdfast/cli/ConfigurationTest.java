package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigurationTest {
    private final CliScene scene = new CliScene();

    @TempDir private Path directory;

    @AfterEach
    void close() {
        scene.close();
    }

    private void configured(String below, String text) throws IOException {
        Path file = directory.resolve(below).resolve("holdfast/config.properties");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Map<String, String> home() {
        return Map.of("HOME", directory.toString());
    }

    @Test
    void theUsersSettingsNameTheStore() throws IOException {
        configured(".config", "# mine\nstore=test:mine\n");
        var cli = scene.cli(home());

        assertThat(cli.run("doctor")).isZero();
        assertThat(cli.out())
                .contains(
                        "test:mine ("
                                + directory.resolve(".config/holdfast/config.properties")
                                + ")");
    }

    @Test
    void settingsMayLieElsewhere() throws IOException {
        configured(".config", "store=test:mine\n");
        configured("elsewhere", "store=test:elsewhere\n");
        var cli =
                scene.cli(
                        Map.of(
                                "HOME",
                                directory.toString(),
                                "XDG_CONFIG_HOME",
                                directory.resolve("elsewhere").toString()));

        assertThat(cli.run("doctor")).isZero();
        assertThat(cli.out()).contains("test:elsewhere");
    }

    @Test
    void theEnvironmentGoesBeforeTheSettings() throws IOException {
        configured(".config", "store=test:mine\n");
        var cli = scene.cli(Map.of("HOME", directory.toString(), "HOLDFAST_STORE", "test:env"));

        assertThat(cli.run("doctor")).isZero();
        assertThat(cli.out()).contains("test:env (HOLDFAST_STORE)");
    }

    @Test
    void withoutSettingsTheStoreIsTheUsualOne() {
        var cli = scene.cli(home());

        assertThat(cli.run("doctor")).isZero();
        assertThat(cli.out()).contains("test:usual");
    }

    @Test
    void aMisspeltSettingIsNotIgnored() throws IOException {
        configured(".config", "stroe=test:mine\n");
        var cli = scene.cli(home());

        assertThat(cli.run("locks", "list")).isEqualTo(64);
        assertThat(cli.err()).contains("config.properties", "stroe", "[INVALID_REQUEST]");
    }

    @Test
    void anAddressThatDependsOnTheDirectoryIsRefused() throws IOException {
        configured(".config", "store=test:relative/locks\n");
        var cli = scene.cli(home());

        assertThat(cli.run("locks", "list")).isEqualTo(64);
        assertThat(cli.err()).contains("test:relative/locks", "test:/directory/locks");
    }
}
