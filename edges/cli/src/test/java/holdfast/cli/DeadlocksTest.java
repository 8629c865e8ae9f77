package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Terms;
import holdfast.model.WaiterDraft;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Interest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class DeadlocksTest {
    private final CliScene scene;

    DeadlocksTest(CliScene.Locks locks) {
        scene = new CliScene(locks);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    /** As if it had come at the same moment as the other: the engine would refuse the later one. */
    private void joins(Owner owner, String resource, String request) {
        Resource wanted = Resource.parse(resource);
        var draft =
                new WaiterDraft(
                        new Claim(new RequestId(request), wanted, Mode.EXCLUSIVE),
                        owner,
                        Terms.of(Duration.ofMinutes(1)),
                        Priority.NORMAL,
                        0,
                        Note.NONE,
                        new EngineId("another"),
                        Duration.ofMinutes(5));
        var commit =
                new Commit(
                        wanted.root(),
                        Interest.NONE,
                        List.of(),
                        List.of(new Change.Join(draft)),
                        Set.of());
        assertThat(scene.store().commit(List.of(commit)))
                .hasOnlyElementsOfType(CommitResult.Committed.class);
    }

    private void circle() {
        scene.held(CliScene.ALICE, "db");
        scene.held(CliScene.BOB, "web");
        joins(CliScene.ALICE, "web", "r1");
        joins(CliScene.BOB, "db", "r2");
        scene.advance(Duration.ofSeconds(12));
    }

    @Test
    void saysWhoWaitsForWhomInACircle() {
        circle();

        assertThat(scene.out("deadlocks"))
                .startsWith("Deadlock of 2:\n")
                .contains(
                        """
                          alice@laptop (user alice, pid 42)
                            holds db (deploy 1.2.3)
                            waits for web since 2026-03-01T12:00:00Z (12s ago), request r1
                        """)
                .contains(
                        """
                          bob@laptop
                            holds web (deploy 1.2.3)
                            waits for db since 2026-03-01T12:00:00Z (12s ago), request r2
                        """)
                .endsWith("holdfast queue cancel REQUEST\n");
    }

    @Test
    void aProgramGetsEachCircle() {
        circle();

        assertThat(JsonObjects.read(scene.out("deadlocks", "--output", "json")))
                .singleElement()
                .satisfies(cycle ->
                        assertThat(JsonObjects.objects(cycle.getOrDefault("cycle", List.of())))
                                .extracting(member -> member.get("owner_id"))
                                .containsExactlyInAnyOrder("7f3e", "8a2c"));
    }

    @Test
    void oneWhoWaitsForAnotherIsNoCircle() {
        scene.held(CliScene.ALICE, "db");
        joins(CliScene.BOB, "db", "r1");

        assertThat(scene.out("deadlocks")).isEqualTo("No deadlocks.\n");
        assertThat(scene.out("deadlocks", "--output", "json")).isEqualTo("[]\n");
    }

    @Test
    void aRequestThatWouldCloseACircleIsRefusedWithACodeOfItsOwn() {
        var alices = scene.held(CliScene.ALICE, "db");
        scene.held(CliScene.BOB, "web");
        joins(CliScene.BOB, "db", "r1");
        var cli =
                scene.cli(
                        Map.ofEntries(
                                entry("HOLDFAST_OWNER", "7f3e"),
                                entry("HOLDFAST_LOCK_ID", alices.id().text())));

        assertThat(cli.run("acquire", "web", "--wait", "1m", "--lease", "1h")).isEqualTo(76);
        assertThat(cli.err())
                .startsWith("holdfast: waiting for 'web' would never end")
                .contains(
                        """
                          alice@laptop (user alice, pid 42)
                            holds db (deploy 1.2.3)
                            would wait for web
                          bob@laptop
                            holds web (deploy 1.2.3)
                            waits for db since 2026-03-01T12:00:00Z (now), request r1
                        """)
                .contains("Next: release what you hold", "[DEADLOCK]");
    }

    @Test
    void aProgramReadsWhoIsInTheCircleThatItsRequestWouldClose() {
        var alices = scene.held(CliScene.ALICE, "db");
        scene.held(CliScene.BOB, "web");
        joins(CliScene.BOB, "db", "r1");
        var cli = scene.cli();

        assertThat(
                        cli.run(
                                "acquire",
                                "web",
                                "--lease",
                                "1h",
                                "--owner-id",
                                "7f3e",
                                "--under",
                                alices.id().text(),
                                "--output",
                                "json"))
                .isEqualTo(76);
        var error = JsonObjects.fields(JsonObjects.readOne(cli.out()).get("error"));
        assertThat(error).containsEntry("code", "DEADLOCK");
        assertThat(JsonObjects.objects(error.getOrDefault("cycle", List.of())))
                .extracting(member -> member.get("owner_id"))
                .containsExactlyInAnyOrder("7f3e", "8a2c");
    }
}
