package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import holdfast.model.Hold;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class LocksStatusTest {
    private final CliScene scene;

    LocksStatusTest(CliScene.Locks locks) {
        scene = new CliScene(locks);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void saysWhoHoldsItSinceWhenAndWhoWaits() {
        Hold hold = scene.held("user-platform/production");
        scene.waiting(CliScene.BOB, "user-platform/production//api");
        scene.advance(Duration.ofSeconds(12));

        assertThat(
                        scene.out(
                                "locks",
                                "status",
                                "--stack",
                                "user-platform",
                                "--environment",
                                "production"))
                .isEqualTo(
                        """
                        Lock Status:
                          Resource:       stack:user-platform:env:production
                          Locked:         Yes
                          Locked by:      alice@laptop (user alice, pid 42)
                          Reason:         deploy 1.2.3
                          Mode:           exclusive
                          Locked at:      2026-03-01T12:00:00Z (12s ago)
                          Last heartbeat: 2026-03-01T12:00:00Z (12s ago)
                          Expires at:     2026-03-01T14:00:00Z (in 1h 59m)
                          Status:         acquired
                          Lock id:        %s
                          Token:          %s
                          Waiting 1:      bob@laptop since 2026-03-01T12:00:00Z (12s ago): hotfix
                        """
                                .formatted(hold.id(), hold.token()));
    }

    @Test
    void aFreeResourceIsNotLocked() {
        scene.held("elsewhere");

        assertThat(scene.out("locks", "status", "shop"))
                .isEqualTo("Lock Status:\n  Resource: shop\n  Locked:   No\n");
    }

    @Test
    void aStaleLockIsMarked() {
        scene.held("shop");
        scene.advance(Duration.ofMinutes(3));

        assertThat(scene.out("locks", "status", "shop"))
                .contains("Status:         stale ⚠ (no heartbeat for >2m)");
    }

    @Test
    void aLockAboveIsNamed() {
        scene.held("shop");

        assertThat(scene.out("locks", "status", "shop//api")).contains("Lock on:        shop\n");
    }

    @Test
    void aProgramGetsEverythingAsJson() {
        Hold hold = scene.held("shop");
        scene.waiting(CliScene.BOB, "shop");

        var status = JsonObjects.readOne(scene.out("locks", "status", "shop", "--output", "json"));

        assertThat(status)
                .contains(entry("resource", "shop"), entry("locked", true))
                .containsEntry("freezes", List.of());
        assertThat(JsonObjects.objects(status.get("locks")))
                .singleElement()
                .satisfies(lock -> assertThat(lock).containsEntry("lock_id", hold.id().text()));
        assertThat(JsonObjects.objects(status.get("waiting")))
                .singleElement()
                .satisfies(waiter ->
                        assertThat(waiter)
                                .contains(entry("owner", "bob@laptop"), entry("position", 1L)));
    }
}
