package holdfast.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.state.RestorePoint;
import holdfast.state.SaveOutcome;
import holdfast.state.Writer;
import holdfast.store.sqlite.SqliteDocumentStore;
import holdfast.store.sqlite.SqliteLockStore;
import holdfast.store.sqlite.SqliteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the real terraform, through what people do and what happens to them. Skipped, loudly, where there is none. */
@EnabledIf(
        value = "isThere",
        disabledReason =
                "THERE IS NO terraform ON THE PATH: the back end was not tried with the real client")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class RealTerraformTest {
    private static final String NAME = "shop/network.eu";

    @TempDir private Path folder;
    private SqliteLockStore locks;
    private SqliteDocumentStore documents;
    private Backend backend;

    static boolean isThere() {
        return Terraform.binary().isPresent();
    }

    @BeforeEach
    void start() {
        locks = SqliteLockStore.open(folder.resolve("locks.db"), SqliteOptions.defaults());
        documents = SqliteDocumentStore.open(folder.resolve("states.db"), SqliteOptions.defaults());
        backend = open(0);
    }

    private Backend open(int port) {
        return new Backend(
                new Backend.Parts(locks, documents, TerraformSettings.DEFAULT, Access.OPEN), port);
    }

    @AfterEach
    void stop() {
        backend.close();
        documents.close();
        locks.close();
    }

    private Terraform client(String name, String resources) {
        return client(name, backend.url(NAME), resources);
    }

    private Terraform client(String name, String address, String resources) {
        Terraform terraform = new Terraform(folder.resolve(name)).configure(address, resources);
        assertSuccess(terraform.run("init", "-no-color", "-input=false"));
        return terraform;
    }

    private static Terraform.Result apply(Terraform terraform, String... more) {
        var arguments =
                new ArrayList<>(List.of("apply", "-auto-approve", "-no-color", "-input=false"));
        arguments.addAll(List.of(more));
        return terraform.run(arguments.toArray(String[]::new));
    }

    private static void assertSuccess(Terraform.Result result) {
        assertThat(result.exit()).as(result.output()).isZero();
    }

    private String state() {
        var version = backend.states.pointer(Backend.state(NAME)).current();
        return version == null
                ? ""
                : new String(backend.states.read(version), StandardCharsets.UTF_8);
    }

    private boolean isLocked() {
        var view = backend.engine.look(Backend.state(NAME).root());
        return view.holds().stream().anyMatch(hold -> hold.isLive(view.now()));
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    /** A resource whose creation takes until the file is there. */
    private String slow(Path gate) {
        return """
        resource "terraform_data" "slow" {
          provisioner "local-exec" {
            command = "touch %1$s.begun; while [ ! -e %1$s ]; do sleep 0.1; done"
          }
        }
        """
                .formatted(gate);
    }

    @Test
    void initPlanApplyAndDestroyLeaveNoLockAndTheWholeHistory() {
        Terraform terraform = client("one", Terraform.data("a", "x"));

        assertSuccess(terraform.run("plan", "-no-color", "-input=false"));
        assertSuccess(apply(terraform));
        assertThat(state()).contains("\"name\": \"a\"");
        assertSuccess(terraform.run("destroy", "-auto-approve", "-no-color"));

        assertThat(isLocked()).isFalse();
        assertThat(state()).contains("\"resources\": []");
        assertThat(backend.states.history(Backend.state(NAME), 10))
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(
                        version -> assertThat(version.facts()).containsKeys("serial", "lineage"));
    }

    @Test
    void ofTwoAppliesOneWaitsForTheOtherIfItSaysSo() throws IOException {
        Path gate = folder.resolve("gate");
        Terraform first = client("first", slow(gate));
        Terraform second = client("second", slow(gate) + Terraform.data("b", "y"));
        Process running = first.start("apply", "-auto-approve", "-no-color", "-input=false");
        await("the first apply is in the middle", () -> Files.exists(Path.of(gate + ".begun")));

        Terraform.Result impatient = apply(second);
        assertThat(impatient.exit()).isEqualTo(1);
        assertThat(impatient.output()).contains("state already locked");
        Process waiting =
                second.start(
                        "apply", "-auto-approve", "-no-color", "-input=false", "-lock-timeout=60s");
        await(
                "the second is in line",
                () -> !backend.engine.queues().of(Backend.state(NAME).root()).isEmpty());
        Files.createFile(gate);

        assertSuccess(first.await(running));
        assertSuccess(second.await(waiting));
        assertThat(state()).contains("\"name\": \"slow\"").contains("\"name\": \"b\"");
        assertThat(isLocked()).isFalse();
    }

    @Test
    void aCrashInTheMiddleOfAnApplyLeavesALockThatForceUnlockTakesAway() throws Exception {
        Path gate = folder.resolve("gate");
        Terraform crashed = client("crashed", slow(gate) + Terraform.data("b", "y"));
        Process running = crashed.start("apply", "-auto-approve", "-no-color", "-input=false");
        await("the apply is in the middle", () -> Files.exists(Path.of(gate + ".begun")));
        running.destroyForcibly().waitFor();
        assertThat(isLocked()).isTrue();

        Terraform next = client("next", Terraform.data("b", "y"));
        assertThat(apply(next).exit()).isEqualTo(1);
        assertSuccess(next.run("force-unlock", "-force", "some-id"));

        assertThat(isLocked()).isFalse();
        assertThat(backend.engine.audit(1)).hasSize(1);
        assertSuccess(apply(next));
        Files.createFile(gate);
    }

    @Test
    void aStateThatIsPushedIsTheState() throws IOException {
        Terraform terraform = client("one", Terraform.data("a", "x"));
        assertSuccess(apply(terraform));
        Path file = terraform.folder().resolve("pushed.tfstate");
        Files.writeString(file, state().replaceFirst("\"serial\": \\d+", "\"serial\": 40"));
        assertSuccess(terraform.run("state", "push", "pushed.tfstate"));
        assertThat(state()).contains("\"serial\": 41");

        // Back to an earlier serial, by force: taken, and noted.
        Files.writeString(file, state().replaceFirst("\"serial\": \\d+", "\"serial\": 5"));
        assertSuccess(terraform.run("state", "push", "-force", "pushed.tfstate"));

        assertThat(state()).contains("\"serial\": 6");
        assertThat(backend.states.history(Backend.state(NAME), 1).get(0).facts())
                .containsEntry("alarm", "the serial went back from 41 to 6");
        assertThat(isLocked()).isFalse();
    }

    @Test
    void aPlanThatWasSavedIsAppliedLater() {
        Terraform terraform = client("one", Terraform.data("a", "x"));
        assertSuccess(terraform.run("plan", "-no-color", "-out=saved"));

        assertSuccess(terraform.run("apply", "-no-color", "saved"));

        assertThat(state()).contains("\"name\": \"a\"");
    }

    @Test
    void aPlanThatWasSavedBeforeARestoreIsStale() throws Exception {
        Terraform terraform = client("one", Terraform.data("a", "x"));
        assertSuccess(apply(terraform));
        String first = backend.states.history(Backend.state(NAME), 1).get(0).id();
        terraform.configure(backend.url(NAME), Terraform.data("a", "planned"));
        assertSuccess(terraform.run("plan", "-no-color", "-out=saved"));
        terraform.configure(backend.url(NAME), Terraform.data("a", "meanwhile"));
        assertSuccess(apply(terraform));
        restore(first);

        Terraform.Result stale = terraform.run("apply", "-no-color", "saved");

        assertThat(stale.exit()).as(stale.output()).isEqualTo(1);
        assertThat(stale.output()).contains("Saved plan is stale");
        assertSuccess(apply(terraform));
        assertThat(state()).contains("\"serial\": 4").contains("meanwhile");
    }

    private void restore(String version) throws InterruptedException {
        try (Holdfast people = Holdfast.on(locks)) {
            var outcome = people.lock(NAME).lease(Duration.ofMinutes(1)).acquireDetached();
            Hold hold = ((AcquireOutcome.Granted) outcome).hold();
            assertThat(
                            backend.states.restore(
                                    Backend.state(NAME),
                                    Writer.of(hold),
                                    new RestorePoint.OfVersion(version)))
                    .isInstanceOf(SaveOutcome.Saved.class);
            people.engine().release(hold.resource().root(), hold.id(), null);
        }
    }

    @Test
    void anApplyWhoseLockIsForcedOpenEndsWellIfNobodyTakesIt() throws IOException {
        Path gate = folder.resolve("gate");
        Terraform terraform = client("one", slow(gate));
        Process running = terraform.start("apply", "-auto-approve", "-no-color", "-input=false");
        await("the apply is in the middle", () -> Files.exists(Path.of(gate + ".begun")));
        assertSuccess(client("other", "").run("force-unlock", "-force", "some-id"));
        Files.createFile(gate);

        assertSuccess(terraform.await(running));
        assertThat(state()).contains("\"name\": \"slow\"");
        assertThat(isLocked()).isFalse();
    }

    @Test
    void anApplyWhoseLockWentToAnotherHearsThatItsStateIsNotSavedAndIsNotToldToUnlockTheOther()
            throws Exception {
        Path gate = folder.resolve("gate");
        Terraform terraform = client("one", slow(gate));
        Process running = terraform.start("apply", "-auto-approve", "-no-color", "-input=false");
        await("the apply is in the middle", () -> Files.exists(Path.of(gate + ".begun")));
        assertSuccess(client("other", "").run("force-unlock", "-force", "some-id"));
        try (Holdfast others = Holdfast.on(locks)) {
            assertThat(others.lock(NAME).lease(Duration.ofMinutes(5)).acquireDetached())
                    .isInstanceOf(AcquireOutcome.Granted.class);
        }
        Files.createFile(gate);

        Terraform.Result result = terraform.await(running);
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.output())
                .contains("Error saving state: HTTP error: 409")
                .doesNotContain("force-unlock");
        assertThat(isLocked()).isTrue();
        assertThat(backend.states.orphans(Backend.state(NAME))).hasSize(1);
    }

    @Test
    void withoutLockingAWriteIsTakenWhenNobodyHoldsTheLock() {
        Terraform terraform = client("one", Terraform.data("a", "x"));

        assertSuccess(apply(terraform, "-lock=false"));

        assertThat(state()).contains("\"name\": \"a\"");
        assertThat(backend.states.history(Backend.state(NAME), 1).get(0).facts())
                .containsKey("unlocked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOCK", "GET", "POST", "UNLOCK"})
    void lostAnswersLeaveNeitherALockNorAHalfWrittenState(String method) {
        try (var proxy = new LossyProxy(backend.port())) {
            String address = "http://127.0.0.1:" + proxy.port() + "/terraform/" + NAME;
            Terraform terraform = client("one", address, Terraform.data("a", "value"));
            proxy.loseTheAnswerTo(method);

            assertSuccess(apply(terraform));

            assertThat(proxy.hasLostIt()).isTrue();
            assertThat(state().split("\"name\": \"a\"", -1)).hasSize(2);
            assertThat(backend.states.history(Backend.state(NAME), 10)).hasSize(1);
            assertThat(backend.states.orphans(Backend.state(NAME))).isEmpty();
            assertThat(isLocked()).isFalse();
        }
    }

    @Test
    void aServerThatIsRestartedInTheMiddleOfAnApplyKeepsItsLockAndTakesItsState()
            throws IOException {
        Path gate = folder.resolve("gate");
        Terraform terraform = client("one", slow(gate));
        Process running = terraform.start("apply", "-auto-approve", "-no-color", "-input=false");
        await("the apply is in the middle", () -> Files.exists(Path.of(gate + ".begun")));

        int port = backend.port();
        backend.close();
        backend = open(port);
        assertThat(isLocked()).isTrue();
        Files.createFile(gate);

        assertSuccess(terraform.await(running));
        assertThat(state()).contains("\"name\": \"slow\"");
        assertThat(isLocked()).isFalse();
    }

    @Test
    void aLockOfAnotherToolKeepsTerraformOut() throws InterruptedException {
        Terraform terraform = client("one", Terraform.data("a", "x"));
        try (Holdfast others = Holdfast.on(locks)) {
            assertThat(others.lock(NAME).reason("maintenance").acquireDetached())
                    .isInstanceOf(AcquireOutcome.Granted.class);
        }

        assertThat(apply(terraform).exit()).isEqualTo(1);
    }

    /**
     * Each run adds its own resource to what is there: none may be lost, none may come twice. Eight runs, or four times what
     * {@code -Dholdfast.terraform.rounds} says; what takes time is that real clients wait for seconds between two polls.
     */
    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void manyRunsAgainstOneStateEndWithEveryChangeExactlyOnce() throws IOException {
        int clients = 4;
        int rounds = Integer.getInteger("holdfast.terraform.rounds", 2);
        var terraforms = new ArrayList<Terraform>();
        for (int c = 0; c < clients; c++) {
            terraforms.add(client("client" + c, Terraform.data("unused" + c, "x")));
        }
        for (int round = 0; round < rounds; round++) {
            var running = new ArrayList<Process>();
            for (int c = 0; c < clients; c++) {
                Terraform terraform = terraforms.get(c);
                String own = "r" + round + "c" + c;
                terraform.configure(backend.url(NAME), Terraform.data(own, own));
                // Only its own resource: the others' stay untouched in the state.
                running.add(
                        terraform.start(
                                "apply",
                                "-auto-approve",
                                "-no-color",
                                "-input=false",
                                "-lock-timeout=100s",
                                "-target=terraform_data." + own));
            }
            for (int c = 0; c < clients; c++) {
                assertSuccess(terraforms.get(c).await(running.get(c)));
            }
        }

        String state = state();
        for (int round = 0; round < rounds; round++) {
            for (int c = 0; c < clients; c++) {
                assertThat(state.split("\"name\": \"r" + round + "c" + c + "\"", -1)).hasSize(2);
            }
        }
        assertThat(isLocked()).isFalse();
        assertThat(backend.states.orphans(Backend.state(NAME))).isEmpty();
    }
}
