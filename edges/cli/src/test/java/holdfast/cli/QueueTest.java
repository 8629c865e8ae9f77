package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import holdfast.model.AcquireOutcome;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class QueueTest {
    private final CliScene scene;

    QueueTest(CliScene.Locks locks) {
        scene = new CliScene(locks);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private List<Map<String, Object>> json(String... resource) {
        return resource.length == 0
                ? JsonObjects.read(scene.out("queue", "list", "--output", "json"))
                : JsonObjects.read(scene.out("queue", "list", resource[0], "--output", "json"));
    }

    @Test
    void saysWhoWaitsForWhatSinceWhenAndWhy() {
        scene.held("shop");
        scene.waiting(CliScene.BOB, "shop//api");
        scene.advance(Duration.ofSeconds(12));

        String request = String.valueOf(json().getFirst().get("request_id"));
        assertThat(scene.out("queue", "list"))
                .isEqualTo(
                        """
                        RESOURCE   POSITION  MODE       PRIORITY  OWNER       SINCE                           REQUEST                               REASON
                        shop//api  1         exclusive  normal    bob@laptop  2026-03-01T12:00:00Z (12s ago)  %s  hotfix
                        """
                                .formatted(request));
    }

    @Test
    void saysSoWhenNobodyWaits() {
        assertThat(scene.out("queue", "list")).isEqualTo("Nobody waits.\n");
        assertThat(json()).isEmpty();
    }

    @Test
    void jsonHasEveryFieldUnderItsName() {
        scene.held("shop");
        scene.waiting(CliScene.BOB, "shop");

        assertThat(json())
                .singleElement()
                .satisfies(waiter ->
                        assertThat(waiter)
                                .containsKeys("request_id", "ticket")
                                .contains(
                                        entry("resource", "shop"),
                                        entry("mode", "exclusive"),
                                        entry("position", 1L),
                                        entry("priority", "normal"),
                                        entry("owner", "bob@laptop"),
                                        entry("owner_id", "8a2c"),
                                        entry("owner_facts", Map.of()),
                                        entry("enqueued_at", "2026-03-01T12:00:00Z"),
                                        entry("reason", "hotfix"),
                                        entry("metadata", Map.of())));
    }

    @Test
    void oneResourceShowsItsOwnQueueOnly() {
        scene.held("shop");
        scene.held("bakery");
        scene.waiting(CliScene.BOB, "shop//api");
        scene.waiting(CliScene.BOB, "bakery");

        assertThat(json()).hasSize(2);
        assertThat(json("shop"))
                .extracting(row -> row.get("resource"))
                .containsExactly("shop//api");
        assertThat(json("shop//web")).isEmpty();
    }

    @Test
    void whoWaitsForSomethingElseIsNotBeforeOne() {
        scene.held("shop");
        scene.waiting(CliScene.BOB, "shop//api");
        scene.waiting(new Owner(new OwnerId("c4"), "carol"), "shop//web");
        scene.waiting(new Owner(new OwnerId("d5"), "dave"), "shop//api/v2");

        assertThat(json()).extracting(row -> row.get("position")).containsExactly(1L, 1L, 2L);
    }

    @Test
    void whoeverWaitsIsToldWhoCancelledAndWhy() {
        scene.held("shop");
        var outcome = scene.waiting(CliScene.BOB, "shop");
        String request = String.valueOf(json().getFirst().get("request_id"));
        var cli = scene.cli(Map.of("BUILD_TAG", "jenkins-9"));

        assertThat(cli.run("queue", "cancel", request, "--reason", "outdated")).isZero();
        assertThat(cli.out()).isEqualTo("Cancelled: bob@laptop waits no more for 'shop'\n");
        assertThat(outcome.join())
                .isInstanceOfSatisfying(
                        AcquireOutcome.Refused.class,
                        refused ->
                                assertThat(refused.refusal())
                                        .isInstanceOfSatisfying(
                                                Refusal.Cancelled.class,
                                                cancelled ->
                                                        assertThat(cancelled.why())
                                                                .isEqualTo(
                                                                        "cancelled by jenkins-9: outdated")));
        assertThat(json()).isEmpty();
    }

    @Test
    void aProgramGetsTheCancelledRequest() {
        scene.held("shop");
        scene.waiting(CliScene.BOB, "shop");
        String request = String.valueOf(json().getFirst().get("request_id"));

        assertThat(JsonObjects.readOne(scene.out("queue", "cancel", request, "--output", "json")))
                .containsEntry("request_id", request);
    }

    @Test
    void aRequestThatDoesNotWaitIsNotFound() {
        var cli = scene.cli();

        assertThat(cli.run("queue", "cancel", "nonsense")).isEqualTo(66);
        assertThat(cli.err()).contains("'nonsense'", "holdfast queue list", "[LOCK_NOT_FOUND]");
    }
}
