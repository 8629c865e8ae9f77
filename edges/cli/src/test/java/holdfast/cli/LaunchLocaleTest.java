package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LaunchLocaleTest {
    @Test
    void theCommandGetsTheCallersLocale() {
        var environment = new HashMap<>(Map.of("LC_ALL", "C.UTF-8", "HOLDFAST_LC_ALL", "C"));

        LaunchLocale.restore(environment);

        assertThat(environment).isEqualTo(Map.of("LC_ALL", "C"));
    }

    @Test
    void aCallerWithoutLcAllGetsNone() {
        var environment = new HashMap<>(Map.of("LC_ALL", "C.UTF-8", "HOLDFAST_LC_ALL", ""));

        LaunchLocale.restore(environment);

        assertThat(environment).isEmpty();
    }

    @Test
    void aLocaleThatTheLauncherLeftAloneStays() {
        var environment = new HashMap<>(Map.of("LC_ALL", "de_DE.UTF-8"));

        LaunchLocale.restore(environment);

        assertThat(environment).isEqualTo(Map.of("LC_ALL", "de_DE.UTF-8"));
    }
}
