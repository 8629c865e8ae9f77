package holdfast.app;

import holdfast.model.InvalidRequestException;
import holdfast.server.config.Config;
import holdfast.server.config.ConfigKey;
import holdfast.state.StateSettings;
import holdfast.terraform.TerraformSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of a server about states. In the environment they have the names by which commands know them, too. */
final class StateConfig {
    private static final String PLACE = "states";
    private static final String RETENTION = "state.retention_days";
    private static final String BYTES_MAX = "state.bytes_max";
    private static final StateSettings USUAL = StateSettings.DEFAULT;

    static final List<ConfigKey> KEYS =
            List.of(
                    new ConfigKey(
                            PLACE,
                            "",
                            "an address, such as s3://BUCKET; empty for beside the locks"),
                    new ConfigKey(
                            RETENTION,
                            Long.toString(USUAL.retention().toDays()),
                            "how long a version stays that is not the current one"),
                    new ConfigKey(
                            BYTES_MAX, Long.toString(USUAL.bytesMax()), "of the largest state"),
                    new ConfigKey(
                            "terraform.idle_lease",
                            "2h",
                            "how long a lock lasts without a request that bears its id"),
                    new ConfigKey("terraform.plans", "exclude", "exclude or share"),
                    new ConfigKey(
                            "terraform.unlocked_writes",
                            "when_free",
                            "when_free or refused: writes of -lock=false"));

    private final Config config;
    private final Map<String, String> environment;

    StateConfig(Config config, Map<String, String> environment) {
        this.config = config;
        this.environment = environment;
    }

    /** Where states are kept; empty for beside the locks. */
    Optional<String> place() {
        return config.text(PLACE);
    }

    StateSettings states() {
        // The keys of encryption are said by the environment alone.
        return StateSettings.from(environment)
                .withRetention(Duration.ofDays(positive(RETENTION)))
                .withBytesMax(positive(BYTES_MAX));
    }

    private long positive(String key) {
        long number = number(key);
        if (number <= 0) {
            throw new InvalidRequestException("'" + key + "' is not above 0: " + number);
        }
        return number;
    }

    private long number(String key) {
        String text = config.text(key).orElse("");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new InvalidRequestException("'" + key + "' is not a number: '" + text + "'");
        }
    }

    TerraformSettings terraform() {
        return new TerraformSettings(
                config.length("terraform.idle_lease"),
                config.word("terraform.plans", TerraformSettings.Plans.class),
                config.word("terraform.unlocked_writes", TerraformSettings.UnlockedWrites.class));
    }
}
