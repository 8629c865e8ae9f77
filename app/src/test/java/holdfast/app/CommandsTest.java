package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The commands beside {@code run}, as real processes that share a file. */
final class CommandsTest {
    @RegisterExtension private final Workshop workshop = new Workshop();

    private Hold acquired(String... arguments) {
        RunningHoldfast acquire = workshop.start(arguments);
        assertThat(acquire.exitCode()).as(acquire::toString).isZero();
        return workshop.live().getFirst();
    }

    @Test
    void anAcquireThatIsStoppedWhileItWaitsLeavesTheLine() {
        Hold first = acquired("acquire", "shop", "--lease", "1h", "--reason", "deploy 1.2.3");
        RunningHoldfast second = workshop.start("acquire", "shop", "--lease", "1h");
        Deadline.await("the second waits", () -> second.err().contains("position 1"));

        second.signal("TERM");

        assertThat(second.exitCode()).isEqualTo(143);
        assertThat(workshop.holdfast().engine().queues().roots(null, 10)).isEmpty();
        assertThat(workshop.live()).extracting(Hold::id).containsExactly(first.id());
    }

    @Test
    void anAcquireThatWaitsGetsTheLockWhenItIsReleased() {
        Hold first = acquired("acquire", "shop", "--lease", "1h");
        RunningHoldfast second = workshop.start("acquire", "shop", "--lease", "1h");
        Deadline.await("the second waits", () -> second.err().contains("position 1"));

        assertThat(workshop.start("release", first.id().text()).exitCode()).isZero();

        assertThat(second.exitCode()).isZero();
        assertThat(second.out()).startsWith("Locked 'shop' (exclusive) until ");
        assertThat(workshop.live())
                .extracting(Hold::token)
                .singleElement()
                .isNotEqualTo(first.token());
    }

    @Test
    void whoIsAskedAnswersOnTheInput() {
        acquired("acquire", "shop", "--lease", "1h");
        RunningHoldfast unlock =
                workshop.start(
                        "unlock",
                        "shop",
                        "--force",
                        "--no-quarantine",
                        "--reason",
                        "runner is dead");
        unlock.write("yes\n");

        assertThat(unlock.exitCode()).as(unlock::toString).isZero();
        assertThat(unlock.err()).contains("Are you sure? (yes/no): ");
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void laterJobsGoOnAsTheOwnerOfTheLockThatAnEarlierOneTook() {
        Hold hold =
                acquired("acquire", "shop//database", "--lease", "1h", "--dotenv", "holdfast.env");
        Map<String, String> later = variables(workshop.file("holdfast.env"));

        RunningHoldfast inside =
                workshop.start(
                        later, "run", "--lock", "shop//database/schema", "--no-wait", "--", "true");
        RunningHoldfast outside =
                workshop.start("run", "--lock", "shop//database/schema", "--no-wait", "--", "true");

        assertThat(inside.exitCode()).as(inside::toString).isZero();
        assertThat(outside.exitCode()).isEqualTo(73);
        assertThat(workshop.start(later, "renew", "--lease", "2h").exitCode()).isZero();
        assertThat(workshop.live()).extracting(Hold::id).containsExactly(hold.id());
        assertThat(workshop.start(later, "release").exitCode()).isZero();
        assertThat(workshop.live()).isEmpty();
    }

    static Map<String, String> variables(Path file) {
        var variables = new LinkedHashMap<String, String>();
        try {
            for (String line : Files.readAllLines(file)) {
                int equals = line.indexOf('=');
                variables.put(line.substring(0, equals), line.substring(equals + 1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return variables;
    }

    @Test
    void theUsersSettingsNameTheStore() throws IOException {
        acquired("acquire", "shop", "--lease", "1h");
        Path settings = workshop.file("config/holdfast/config.properties");
        Files.createDirectories(settings.getParent());
        Files.writeString(settings, "store=sqlite:" + workshop.storeFile().toRealPath() + "\n");

        RunningHoldfast list =
                workshop.start(
                        Map.of(
                                "HOLDFAST_STORE",
                                "",
                                "XDG_CONFIG_HOME",
                                workshop.file("config").toString()),
                        "locks",
                        "list");

        assertThat(list.exitCode()).as(list::toString).isZero();
        assertThat(list.out()).contains("shop ");
    }

    @Test
    void messagesThatNoWebhookTookAreListed() {
        RunningHoldfast list = workshop.start("webhooks", "list");

        assertThat(list.exitCode()).as(list::toString).isZero();
        assertThat(list.toString()).contains("No messages were given up.");
    }
}
