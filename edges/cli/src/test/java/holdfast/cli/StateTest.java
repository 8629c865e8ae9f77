package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import holdfast.model.SubPath;
import holdfast.model.Token;
import holdfast.state.OrphanNote;
import holdfast.state.SaveRequest;
import holdfast.state.StateName;
import holdfast.state.StateSettings;
import holdfast.state.StateVersion;
import holdfast.state.States;
import holdfast.state.Writer;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** States from the command line. */
@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class StateTest {
    private static final String NAME = "shop/production";
    private static final StateName SHOP = StateName.parse(NAME);

    @TempDir private Path folder;
    private final CliScene scene;
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final States states =
            new States(documents, StateSettings.DEFAULT, InstantSource.system());

    StateTest(CliScene.Locks locks) {
        scene = new CliScene(locks, CliScene.keeping(documents).with(states));
    }

    @AfterEach
    void end() {
        scene.close();
    }

    private CliRun cli() {
        return scene.cli().on(documents);
    }

    private String out(String... arguments) {
        CliRun cli = cli();
        assertThat(cli.run(arguments)).as(cli::err).isZero();
        return cli.out();
    }

    private Path file(String resource, String status) throws IOException {
        return Files.writeString(
                folder.resolve("state.json"),
                """
                {"format_version": "deployer-state-v1",
                 "resources": {"%s": {"kind": "X", "status": "%s"}}}
                """
                        .formatted(resource, status));
    }

    private int push(String status, String... more) throws IOException {
        var arguments = new java.util.ArrayList<>(List.of("state", "push", NAME));
        arguments.addAll(List.of("--file", file("web/api", status).toString()));
        arguments.addAll(List.of(more));
        return cli().run(arguments.toArray(String[]::new));
    }

    private List<StateVersion> history() {
        return states.history(SHOP, 10);
    }

    @Test
    void whatIsPushedIsPulledAndListedAndShown() throws IOException {
        assertThat(push("ready")).isZero();

        assertThat(out("state", "pull", NAME)).contains("\"status\": \"ready\"");
        assertThat(out("state", "list")).contains(NAME).contains(history().get(0).id());
        assertThat(out("state", "show", NAME))
                .contains("Saved by:")
                .contains(history().get(0).id());
        assertThat(out("state", "history", NAME, "--output", "json"))
                .contains("\"operation\":\"push\"");
    }

    @Test
    void aPushTakesTheLockOfTheStateAndGivesItBack() throws IOException {
        scene.held(NAME);

        assertThat(push("ready")).isEqualTo(ExitCode.HELD.code());

        assertThat(states.load(SHOP)).isEmpty();
        assertThat(scene.live()).hasSize(1);
    }

    @Test
    void aStateThatIsTooLargeIsRefusedInWords() throws IOException {
        CliRun cli = cli();
        Path file = file("web/api", "x".repeat(DocumentStore.BODY_BYTES_MAX));

        assertThat(cli.run("state", "push", NAME, "--file", file.toString()))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(cli.err()).contains("the state is larger than the limit of");
    }

    @Test
    void aPartIsPushedUnderALockOnItAlone() throws IOException {
        push("old");
        scene.held(NAME + "//web/db");

        assertThat(push("new", "--path", "web/api")).isZero();
        assertThat(out("state", "pull", NAME)).contains("new");
    }

    @Test
    void aPushOnAnOlderVersionIsRefused() throws IOException {
        push("one");
        String first = history().get(0).id();
        push("two");

        CliRun cli = cli();
        assertThat(
                        cli.run(
                                "state",
                                "push",
                                NAME,
                                "--base",
                                first,
                                "--file",
                                file("web/api", "three").toString()))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(cli.err()).contains("is at version");
        assertThat(out("state", "pull", NAME)).contains("two");
    }

    @Test
    void aDamagedStateIsToldAndRestored() throws IOException {
        push("one");
        var key = new DocumentKey("stacks/shop/production/state.json");
        Document document = documents.get(key).orElseThrow();
        documents.put(key, document.version(), "{}".getBytes(StandardCharsets.UTF_8));
        String good = history().get(0).id();

        CliRun cli = cli();
        assertThat(cli.run("state", "show", NAME)).isEqualTo(ExitCode.UNAVAILABLE.code());
        assertThat(cli.err()).contains("holdfast state restore " + NAME + " --to " + good);

        out("state", "restore", NAME, "--to", good);
        assertThat(out("state", "pull", NAME)).contains("one");
    }

    @Test
    void aDifferenceIsShownLineByLine() throws IOException {
        push("one");
        push("two");

        assertThat(out("state", "diff", NAME, "--from", history().get(1).id()))
                .contains("resources.web/api.status\n  - \"one\"\n  + \"two\"\n");
    }

    @Test
    void aBackupAndARemovalAreOneCommandEach() throws IOException {
        push("one");
        String backup = out("state", "backup", NAME).strip();

        assertThat(cli().run("state", "rm", NAME)).isEqualTo(ExitCode.USAGE.code());
        out("state", "rm", NAME, "--yes");
        assertThat(states.load(SHOP)).isEmpty();

        out("state", "restore", NAME, "--to", backup);
        assertThat(out("state", "pull", NAME)).contains("one");
    }

    @Test
    void anOrphanIsListedAndTaken() throws IOException {
        var name = StateName.terraform("net");
        byte[] body = "{\"serial\":7}".getBytes(StandardCharsets.UTF_8);
        String id =
                states.keepOrphan(
                                name,
                                new OrphanNote("tf-1", "alice", "nobody holds it"),
                                new ByteArrayInputStream(body))
                        .orElseThrow();

        assertThat(out("state", "orphans", "terraform:net")).contains(id).contains("alice");
        out("state", "orphans", "terraform:net", "--take", id);
        assertThat(out("state", "pull", "terraform:net")).isEqualTo("{\"serial\":7}");
    }

    @Test
    void anOrphanIsDropped() throws IOException {
        var name = StateName.terraform("net");
        String id =
                states.keepOrphan(
                                name,
                                new OrphanNote("tf-1", "alice", "nobody holds it"),
                                new ByteArrayInputStream(new byte[] {'{', '}'}))
                        .orElseThrow();

        out("state", "orphans", "terraform:net", "--drop", id);

        assertThat(states.orphans(name)).isEmpty();
    }

    private static final StateName NET = StateName.terraform("net");

    private CliRun pushed(String body, String... more) throws IOException {
        var arguments = new java.util.ArrayList<>(List.of("state", "push", "terraform:net"));
        Path file = Files.writeString(folder.resolve("pushed.tfstate"), body);
        arguments.addAll(List.of("--file", file.toString()));
        arguments.addAll(List.of(more));
        CliRun cli = cli();
        int code = cli.run(arguments.toArray(String[]::new));
        assertThat(code)
                .as(cli::err)
                .isEqualTo(cli.err().contains("INVALID_REQUEST") ? ExitCode.USAGE.code() : 0);
        return cli;
    }

    private static String tfstate(int serial, String lineage) {
        return "{\"version\":4,\"serial\":%d,\"lineage\":\"%s\"}".formatted(serial, lineage);
    }

    @Test
    void whatIsNoStateOfTerraformIsNotPushedAsOne() throws IOException {
        for (String body :
                List.of(
                        "garbage",
                        "",
                        "{}",
                        "[4]",
                        "{\"version\":4}",
                        "{\"version\":4,\"serial\":1.5,\"lineage\":\"a\"}")) {
            assertThat(pushed(body).err())
                    .as(body)
                    .contains("pushed.tfstate is not a state of Terraform");
            assertThat(pushed(body, "--force").err()).contains("is not a state of Terraform");
        }
        assertThat(states.history(NET, 10)).isEmpty();
        assertThat(scene.live()).isEmpty();
    }

    @Test
    void anOlderStateOfTerraformOrAForeignOneIsPushedByForceAloneAndTheHistorySaysSo()
            throws IOException {
        pushed(tfstate(7, "a"));
        assertThat(states.history(NET, 1).get(0).facts())
                .containsEntry("serial", "7")
                .containsEntry("lineage", "a");

        assertThat(pushed(tfstate(6, "a")).err())
                .contains("the serial went back from 7 to 6")
                .contains("--force");
        assertThat(pushed(tfstate(8, "b")).err()).contains("the lineage changed from a to b");
        assertThat(states.history(NET, 10)).hasSize(1);

        pushed(tfstate(6, "a"), "--force");
        pushed(tfstate(1, "b"), "--force");
        assertThat(states.history(NET, 10))
                .extracting(version -> version.facts().getOrDefault("alarm", ""))
                .containsExactly(
                        "the lineage changed from a to b", "the serial went back from 7 to 6", "");
        assertThat(pushed(tfstate(2, "b")).err()).doesNotContain("INVALID_REQUEST");
    }

    @Test
    void afterARestoreAnOlderStateOfTerraformIsKnownByWhatWasRestored() throws IOException {
        pushed(tfstate(7, "a"));
        pushed(tfstate(9, "a"));
        CliRun cli = cli();
        String first = states.history(NET, 2).get(1).id();
        assertThat(cli.run("state", "restore", "terraform:net", "--to", first)).isZero();

        assertThat(cli.err()).contains("its serial is 10 now, not 7");
        assertThat(out("state", "pull", "terraform:net")).isEqualTo(tfstate(10, "a"));
        assertThat(pushed(tfstate(9, "a")).err()).contains("the serial went back from 10 to 9");
        assertThat(pushed(tfstate(11, "a")).err()).doesNotContain("INVALID_REQUEST");
    }

    @Test
    void whoseSerialNobodyCanRaiseIsToldToThrowPlansAway() throws IOException {
        pushed("{\"serial\":7,\"lineage\":\"a\",\"encrypted_data\":\"x\"}");
        String first = states.history(NET, 1).get(0).id();
        pushed(tfstate(9, "a"));
        CliRun cli = cli();

        assertThat(cli.run("state", "restore", "terraform:net", "--to", first)).isZero();

        assertThat(cli.err())
                .contains("THROW AWAY PLANS")
                .contains("the serial went back from 9 to 7");
    }

    private void damage(String key) {
        var place = new DocumentKey(key);
        Document document = documents.get(place).orElseThrow();
        documents.put(place, document.version(), "{".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsDamagedIsToldBesideTheOthersAndTheExitCodeSaysSo() throws IOException {
        push("one");
        pushed(tfstate(1, "a"));
        pushed(tfstate(2, "a"));
        pushed(tfstate(3, "a"));
        List<StateVersion> before = states.history(NET, 10);
        damage("terraform/net/records/history/" + before.get(1).id() + ".json");

        CliRun history = cli();
        assertThat(history.run("state", "history", "terraform:net")).isEqualTo(69);
        assertThat(history.out())
                .contains(before.get(0).id())
                .contains(before.get(2).id())
                .doesNotContain(before.get(1).id());
        assertThat(history.err()).contains(before.get(1).id() + ".json' cannot be read");

        damage("terraform/net/pointer.json");
        CliRun list = cli();
        assertThat(list.run("state", "list")).isEqualTo(69);
        assertThat(list.out()).contains(history().get(0).id()).contains("DAMAGED");
        assertThat(list.err())
                .contains("holdfast state restore terraform:net --to " + before.get(0).id());
        CliRun json = cli();
        assertThat(json.run("state", "list", "--output", "json")).isEqualTo(69);
        assertThat(json.out()).contains("\"damage\":\"the state 'terraform:net' is damaged");
    }

    @Test
    void whatWasRemovedIsStillInTheHistoryAndBackupsAreListed() throws IOException {
        push("one");
        String version = history().get(0).id();
        String backup = out("state", "backup", NAME).strip();
        out("state", "rm", NAME, "--yes");

        assertThat(out("state", "history", NAME)).contains(version).doesNotContain(backup);
        assertThat(out("state", "backup", NAME, "--list"))
                .contains(backup)
                .contains("backup_of: " + version);
        assertThat(out("state", "backup", NAME, "--list", "--output", "json"))
                .contains("\"version\":\"" + backup + "\"");
    }

    @Test
    void theStatusBlockTellsOfAHolderWithoutHeartbeat() {
        scene.held(NAME);
        scene.advance(Duration.ofMinutes(5));

        assertThat(out("state", "locks", "--stack", "shop", "--environment", "production"))
                .startsWith("Lock Status:\n  Stack:          shop\n  Environment:    production\n")
                .contains("Locked:         Yes")
                .contains("alice@laptop")
                .contains("STALE (no heartbeat for >2m)");
        assertThat(out("state", "locks", NAME, "--output", "json"))
                .contains("\"locked_by\":\"alice@laptop\"")
                .contains("\"is_stale\":true");
    }

    @Test
    void aLockThatWasTakenAfterTheStoreLostItsMemoryIsStillGood() throws IOException {
        states.stamp(
                SHOP,
                new Writer(SubPath.WHOLE, new Token(2_000_000_000_000_000L), "lock", "", "before"));

        assertThat(push("ready")).isZero();
        assertThat(history().get(0).token()).isGreaterThan(2_000_000_000_000_000L);
    }

    @Test
    void whatWasDoneIsSaidAndHowToUndoARemoval() throws IOException {
        CliRun cli = cli();
        assertThat(cli.run("state", "push", NAME, "--file", file("api", "one").toString()))
                .isZero();
        String first = history().getFirst().id();
        assertThat(cli.err()).contains("saved '" + NAME + "' as version " + first);
        push("two");

        cli = cli();
        assertThat(cli.run("state", "restore", NAME, "--to", first)).isZero();
        String third = history().getFirst().id();
        assertThat(cli.err())
                .contains("restored '" + NAME + "' to " + first + ", as version " + third);

        cli = cli();
        assertThat(cli.run("state", "rm", NAME, "--yes")).isZero();
        assertThat(cli.err())
                .contains("removed '" + NAME + "', which was at version " + third)
                .contains("holdfast state restore " + NAME + " --to " + third);
        assertThat(out("state", "list")).contains(NAME).contains("removed ");
        out("state", "restore", NAME, "--to", third);
        assertThat(out("state", "pull", NAME)).contains("one");
    }

    @Test
    void whoSaysSoWaitsForTheLockOfTheState() throws IOException {
        push("old");
        Hold hold = scene.held(NAME);
        assertThat(push("new", "--wait", "1s")).isEqualTo(ExitCode.TIMED_OUT.code());

        var pushed =
                CompletableFuture.supplyAsync(() -> {
                    try {
                        return push("new", "--wait", "1m");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
        scene.awaitWaiting(NAME);
        scene.holdfast().engine().release(SHOP.root(), hold.id(), null);

        assertThat(pushed.join()).isZero();
        assertThat(out("state", "pull", NAME)).contains("new");
        assertThat(scene.live()).isEmpty();
    }

    @Test
    void aFirstPushThatIsRefusedIsNotListed() throws IOException {
        Path file = Files.writeString(folder.resolve("no.json"), "{\"no\":\"state\"}");

        assertThat(cli().run("state", "push", NAME, "--file", file.toString()))
                .isEqualTo(ExitCode.USAGE.code());

        assertThat(out("state", "list")).doesNotContain(NAME);
    }

    @Test
    void theSnippetHasTheAddressThreeTimes() {
        assertThat(out("terraform", "init-snippet", "net work/eu.west", "--server", "https://h:1/"))
                .contains("lock_address   = \"https://h:1/terraform/net%20work/eu.west\"")
                .contains("unlock_address = \"https://h:1/terraform/net%20work/eu.west\"");
    }

    @Test
    void theSnippetNamesTheServerOfTheEnvironmentUnlessOneIsGiven() {
        var environment = Map.of("HOLDFAST_SERVER", " https://one:1/ , https://two:1");
        CliRun usual = scene.cli(environment);
        assertThat(usual.run("terraform", "init-snippet", "net")).isZero();
        assertThat(usual.out()).contains(" address        = \"https://one:1/terraform/net\"");

        CliRun given = scene.cli(environment);
        assertThat(given.run("terraform", "init-snippet", "net", "--server", "http://h")).isZero();
        assertThat(given.out()).contains(" address        = \"http://h/terraform/net\"");
    }

    @Test
    void thereIsNoSnippetForANameThatAUrlCannotHave() {
        for (String name : List.of("..", "../net", "net/../prod", "net/.")) {
            CliRun cli = cli();
            assertThat(cli.run("terraform", "init-snippet", name))
                    .as(name)
                    .isEqualTo(ExitCode.USAGE.code());
            assertThat(cli.out()).isEmpty();
        }
        assertThat(out("terraform", "init-snippet", "net/..eu")).contains("/terraform/net/..eu");
    }

    /** A command line in a run that holds this lock. */
    private CliRun inside(Hold hold) {
        return inside(hold, hold.owner().id().text());
    }

    private CliRun inside(Hold hold, String owner) {
        return scene.cli(
                        Map.of(
                                "HOLDFAST_LOCK",
                                "another/one\n" + hold.resource().text(),
                                "HOLDFAST_LOCK_ID",
                                "lock_1700000000000000000_x_0000abcd\n" + hold.id().text(),
                                "HOLDFAST_TOKEN",
                                "1\n" + hold.token(),
                                "HOLDFAST_OWNER",
                                owner))
                .on(documents);
    }

    private String[] pushing(String resource, String status, String... more) throws IOException {
        var arguments = new ArrayList<>(List.of("state", "push", NAME, "--file"));
        arguments.add(file(resource, status).toString());
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    @Test
    void insideARunAStateIsChangedUnderTheLockOfTheRun() throws IOException {
        Hold hold = scene.held(NAME);
        CliRun cli = inside(hold);

        assertThat(cli.run(pushing("web/api", "ready"))).as(cli::err).isZero();

        assertThat(history().get(0).token()).isEqualTo(hold.token().value());
        assertThat(history().get(0).lock()).isEqualTo(hold.id().text());
        assertThat(scene.live()).extracting(Hold::id).containsExactly(hold.id());
        assertThat(inside(hold).run("state", "rm", NAME, "--yes")).isZero();
        assertThat(states.load(SHOP)).isEmpty();
    }

    @Test
    void aRunThatWasPausedSavesNothingOverWhatOthersSavedMeanwhile() throws IOException {
        Hold hold = scene.held(NAME);
        assertThat(inside(hold).run(pushing("web/api", "before"))).isZero();
        scene.advance(Duration.ofHours(3));
        assertThat(push("others")).isZero();

        CliRun late = inside(hold);
        assertThat(late.run(pushing("web/api", "late"))).isEqualTo(ExitCode.LOST.code());

        assertThat(late.err()).contains(hold.id().text()).contains("nothing was changed");
        assertThat(out("state", "pull", NAME)).contains("others").doesNotContain("late");
        assertThat(scene.live()).isEmpty();
    }

    @Test
    void underTheLockOfARunOnAllOfItAPartIsSavedAsAPart() throws IOException {
        Hold hold = scene.held(NAME);
        assertThat(inside(hold).run(pushing("web/api", "ready"))).isZero();

        CliRun other = inside(hold);
        assertThat(other.run(pushing("web/db", "mine", "--path", "web/api")))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(other.err()).contains("does not belong to 'web/api'");

        assertThat(inside(hold).run(pushing("web/api", "new", "--path", "web/api"))).isZero();
        assertThat(history().get(0).path()).isEqualTo("web/api");
        assertThat(history().get(0).token()).isEqualTo(hold.token().value());
    }

    @Test
    void aLockOfAnotherOwnerOrOfLessThanTheStateIsNotTheLockOfTheRun() throws IOException {
        Hold hold = scene.held(NAME + "//web");
        assertThat(inside(hold).run(pushing("web/api", "x"))).isEqualTo(ExitCode.HELD.code());

        assertThat(inside(hold, "8a2c").run(pushing("web/api", "x", "--path", "web/api")))
                .isEqualTo(ExitCode.LOST.code());
        assertThat(states.load(SHOP)).isEmpty();
    }

    @Test
    void whatWasPulledIsNotPushedOverWhatOthersPushedSince() throws IOException {
        push("one");
        Path pulled =
                Files.writeString(
                        folder.resolve("pulled.json"),
                        out("state", "pull", NAME).replace("one", "mine"));
        push("two");
        String[] arguments = {"state", "push", NAME, "--file", pulled.toString()};

        CliRun cli = cli();
        assertThat(cli.run(arguments)).isEqualTo(ExitCode.USAGE.code());
        assertThat(cli.err())
                .contains(history().get(0).id())
                .contains("--base")
                .contains("--force");
        assertThat(out("state", "pull", NAME)).contains("two");

        assertThat(cli().run("state", "push", NAME, "--file", pulled.toString(), "--force"))
                .isZero();
        Files.writeString(pulled, out("state", "pull", NAME).replace("mine", "mine again"));
        assertThat(cli().run(arguments)).isZero();
        assertThat(out("state", "pull", NAME)).contains("mine again");
    }

    @Test
    void theDeploymentsThatAStateTellsOfAreListed() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("told.json"),
                        """
                        {"format_version": "deployer-state-v1", "deployment_history": [
                          {"deployment_id": "dep-2", "timestamp": "2026-01-15T14:20:00Z",
                           "triggered_by": "ci-7", "version": "v2", "status": "failed", "odd": [1, 2.50]},
                          {"deployment_id": "dep-1", "status": "success"}]}
                        """);
        assertThat(cli().run("state", "push", NAME, "--file", file.toString())).isZero();

        assertThat(out("state", "history", NAME, "--deployments"))
                .contains("dep-2", "2026-01-15T14:20:00Z", "ci-7", "v2", "failed", "dep-1");
        assertThat(out("state", "history", NAME, "--deployments", "--limit", "1"))
                .doesNotContain("dep-1");
        assertThat(out("state", "history", NAME, "--deployments", "--output", "json"))
                .startsWith("[{\"deployment_id\":\"dep-2\"")
                .contains("\"odd\":[1,2.50]");
        pushed(tfstate(1, "a"));
        CliRun cli = cli();
        assertThat(cli.run("state", "history", "terraform:net", "--deployments"))
                .isEqualTo(ExitCode.USAGE.code());
    }

    @Test
    void whatTerraformCallsItsLockIsShown() throws IOException {
        var writer = new Writer(SubPath.WHOLE, new Token(7), "lock_1", "9f1c-of-terraform", "ci");
        states.stamp(NET, writer);
        states.save(
                NET,
                SaveRequest.of(writer, new SaveRequest.Base.Nothing()),
                tfstate(1, "a").getBytes(StandardCharsets.UTF_8));

        assertThat(out("state", "show", "terraform:net")).contains("9f1c-of-terraform");
        assertThat(out("state", "show", "terraform:net", "--output", "json"))
                .contains("\"client\":\"9f1c-of-terraform\"");
        assertThat(out("state", "history", "terraform:net"))
                .contains("LOCK")
                .contains("9f1c-of-terraform");
    }

    @Test
    void aStateOfTerraformIsNotSavedUnderALockOnAPartOfIt() throws IOException {
        Path file = Files.writeString(folder.resolve("net.tfstate"), tfstate(1, "a"));
        CliRun cli = cli();

        assertThat(
                        cli.run(
                                "state",
                                "push",
                                "terraform:net",
                                "--path",
                                "a",
                                "--file",
                                file.toString()))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(cli.err()).contains("has no parts");
        assertThat(states.load(NET)).isEmpty();
    }
}
