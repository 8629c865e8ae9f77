package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import holdfast.store.sqlite.SqliteLockStore;
import holdfast.store.sqlite.SqliteOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands one after the other, each with a store of its own on the same file, as processes would. */
final class OneFileTest {
    @TempDir private Path directory;

    private CliRun cli() {
        return new CliRun(
                () -> SqliteLockStore.open(directory.resolve("locks.db"), SqliteOptions.defaults()),
                Map.of());
    }

    private String out(String... arguments) {
        var cli = cli();
        assertThat(cli.run(arguments)).as(cli::err).isZero();
        return cli.out();
    }

    private int exitCode(String... arguments) {
        return cli().run(arguments);
    }

    private Map<String, Object> acquired(String resource) {
        return JsonObjects.readOne(out("acquire", resource, "--lease", "2h", "--output", "json"));
    }

    @Test
    void aLockIsHeldFromStepToStep() {
        String id = String.valueOf(acquired("shop//api").get("lock_id"));

        assertThat(exitCode("acquire", "shop", "--no-wait", "--lease", "1h")).isEqualTo(73);
        assertThat(JsonObjects.readOne(out("renew", id, "--output", "json")))
                .containsEntry("lock_id", id);
        assertThat(out("locks", "list")).contains("shop//api", "acquired");
        assertThat(out("release", id)).isEqualTo("Released " + id + "\n");
        assertThat(exitCode("release", id, "--resource", "shop//api")).as("again").isZero();
        assertThat(exitCode("release", id)).as("again, not saying where").isEqualTo(66);
        assertThat(out("locks", "list")).isEqualTo("No locks.\n");
    }

    @Test
    void aForcedLockIsLostToItsHolder() {
        String id = String.valueOf(acquired("shop").get("lock_id"));
        out("unlock", "shop", "--force", "--yes", "--no-quarantine", "--reason", "dead");
        acquired("shop");
        var late = cli();

        assertThat(late.run("release", id)).isEqualTo(66);
        assertThat(exitCode("release", id, "--resource", "shop")).isEqualTo(74);
        assertThat(out("locks", "list")).contains("acquired");
    }

    @Test
    void aFreezeIsInForceWhenItReturnsAndUntilItIsThawed() {
        assertThat(
                        JsonObjects.readOne(
                                out(
                                        "freeze",
                                        "shop",
                                        "--for",
                                        "2h",
                                        "--reason",
                                        "migration",
                                        "--exempt",
                                        "carol",
                                        "--id",
                                        "f1",
                                        "--output",
                                        "json")))
                .contains(
                        entry("freeze_id", "f1"),
                        entry("prefix", "shop"),
                        entry("reason", "migration"),
                        entry("exempt", List.of("carol")));

        assertThat(exitCode("acquire", "shop/web", "--no-wait", "--lease", "1h")).isEqualTo(73);
        assertThat(exitCode("acquire", "bakery", "--no-wait", "--lease", "1h")).isZero();
        assertThat(
                        exitCode(
                                "acquire",
                                "shop/api",
                                "--no-wait",
                                "--lease",
                                "1h",
                                "--owner",
                                "carol"))
                .isZero();
        out("thaw", "f1");
        assertThat(exitCode("acquire", "shop/web", "--no-wait", "--lease", "1h")).isZero();
    }

    @Test
    void everythingCanBeFrozen() {
        assertThat(out("freeze", "--everything", "--for", "1h", "--reason", "weekend"))
                .startsWith("Frozen: everything by ")
                .contains("(in 1h): weekend\n", "Thaw it with: holdfast thaw freeze-");
        assertThat(exitCode("acquire", "shop", "--no-wait", "--lease", "1h")).isEqualTo(73);
    }

    @Test
    void aHealthyFilePassesEveryCheck() {
        assertThat(JsonObjects.read(out("doctor", "--output", "json")))
                .hasSize(5)
                .filteredOn(finding -> !"round trip".equals(finding.get("check")))
                .allSatisfy(finding -> assertThat(finding).containsEntry("state", "ok"));
    }
}
