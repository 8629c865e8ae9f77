package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import holdfast.model.AuditEntry;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.store.FreezeDraft;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Placing a freeze takes a second of the store's time; that is tried on a store with a real clock. */
@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class FreezeTest {
    private final CliScene scene;

    FreezeTest(CliScene.Locks locks) {
        scene = new CliScene(locks);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private void frozen(String id, String prefix) {
        scene.store()
                .placeFreeze(
                        new FreezeDraft(
                                id,
                                new Prefix(prefix),
                                "bob@laptop",
                                "release weekend",
                                Duration.ofHours(2),
                                Set.of("carol", "alice@laptop")),
                        new AuditEntry(
                                "freeze",
                                "bob@laptop",
                                "release weekend",
                                Resource.parse("shop"),
                                Map.of()));
    }

    private List<Map<String, Object>> json() {
        return JsonObjects.read(scene.out("freezes", "--output", "json"));
    }

    @Test
    void saysWhatIsFrozenByWhomUntilWhenAndWhy() {
        frozen("f1", "shop");
        scene.advance(Duration.ofSeconds(12));

        assertThat(scene.out("freezes"))
                .isEqualTo(
                        """
                        PREFIX  ID  BY          SINCE                           UNTIL                             EXEMPT               REASON
                        shop    f1  bob@laptop  2026-03-01T12:00:00Z (12s ago)  2026-03-01T14:00:00Z (in 1h 59m)  alice@laptop, carol  release weekend
                        """);
    }

    @Test
    void saysSoWhenThereAreNone() {
        assertThat(scene.out("freezes")).isEqualTo("No freezes.\n");
        assertThat(json()).isEmpty();
    }

    @Test
    void jsonHasEveryFieldUnderItsName() {
        frozen("f1", "shop");

        assertThat(json())
                .singleElement()
                .satisfies(freeze ->
                        assertThat(freeze)
                                .containsOnly(
                                        entry("freeze_id", "f1"),
                                        entry("prefix", "shop"),
                                        entry("by", "bob@laptop"),
                                        entry("reason", "release weekend"),
                                        entry("since", "2026-03-01T12:00:00Z"),
                                        entry("until", "2026-03-01T14:00:00Z"),
                                        entry("exempt", List.of("alice@laptop", "carol"))));
    }

    @Test
    void theStatusOfALockSaysThatItIsFrozen() {
        frozen("f1", "shop");

        assertThat(scene.out("locks", "status", "shop//api"))
                .contains(
                        "Frozen:   shop by bob@laptop until 2026-03-01T14:00:00Z (in 2h): release");
        assertThat(scene.out("locks", "status", "bakery")).doesNotContain("Frozen");
    }

    @Test
    void aFreezeIsThawedByItsId() {
        frozen("f1", "shop");
        frozen("f2", "shop");

        assertThat(scene.out("thaw", "f1", "--reason", "done")).isEqualTo("Thawed: shop (f1)\n");
        assertThat(json()).extracting(freeze -> freeze.get("freeze_id")).containsExactly("f2");
        assertThat(scene.holdfast().engine().audit(1))
                .singleElement()
                .satisfies(record -> assertThat(record.entry().reason()).isEqualTo("done"));
    }

    @Test
    void allFreezesOfAPrefixAreThawedByIt() {
        frozen("f1", "shop");
        frozen("f2", "shop");
        frozen("f3", "shop/production");
        frozen("f4", "");

        assertThat(JsonObjects.read(scene.out("thaw", "shop", "--output", "json"))).hasSize(2);
        assertThat(scene.out("thaw", "everything")).isEqualTo("Thawed: everything (f4)\n");
        assertThat(json()).extracting(freeze -> freeze.get("freeze_id")).containsExactly("f3");
    }

    @Test
    void whatIsNotFrozenIsNotFound() {
        var cli = scene.cli();

        assertThat(cli.run("thaw", "shop")).isEqualTo(66);
        assertThat(cli.err()).contains("'shop'", "holdfast freezes", "[LOCK_NOT_FOUND]");
    }

    @Test
    void whoWaitedInVainForTheEndOfAFreezeIsToldWhoFrozeItUntilWhenAndWhy() {
        frozen("f1", "shop");
        for (String command :
                List.of(
                        "run --lock shop//api --wait 1s -- true",
                        "acquire shop//api --lease 1h --wait 1s")) {
            var cli = scene.cli();

            assertThat(cli.run(command.split(" "))).isEqualTo(ExitCode.TIMED_OUT.code());

            assertThat(cli.err())
                    .contains(
                            """
                            gave up after waiting 1s for 'shop//api'
                              Frozen: shop by bob@laptop until 2026-03-01T14:00:00Z (in 2h): release weekend
                              Next:   wait for the end of the freeze, ask for an exemption, or look: holdfast freezes [TIMEOUT]
                            """);
        }
    }

    @Test
    void whoWaitedInVainForAHolderBehindWhomThereIsAFreezeIsToldOfBoth() {
        scene.held("shop//api");
        frozen("f1", "shop");
        var cli = scene.cli();

        assertThat(
                        cli.run(
                                "acquire",
                                "shop//api",
                                "--lease",
                                "1h",
                                "--wait",
                                "1s",
                                "--output",
                                "json"))
                .isEqualTo(ExitCode.TIMED_OUT.code());

        // A server reckons the store's time from its last look, which is a moment ago.
        assertThat(cli.err().replace("in 1h 59m", "in 2h"))
                .contains(
                        "  Held by:   alice@laptop (user alice, pid 42)\n",
                        "  Frozen:    shop by bob@laptop until 2026-03-01T14:00:00Z (in 2h): release");
        assertThat(cli.out()).contains("\"freeze\":{\"freeze_id\":\"f1\"", "\"holders\":[{");
    }

    @Test
    void whoIsExemptIsNotToldOfTheFreeze() {
        scene.held("shop//api");
        frozen("f1", "shop");
        var cli = scene.cli();

        assertThat(
                        cli.run(
                                "acquire",
                                "shop//api",
                                "--lease",
                                "1h",
                                "--wait",
                                "1s",
                                "--owner",
                                "carol"))
                .isEqualTo(ExitCode.TIMED_OUT.code());

        assertThat(cli.err()).contains("Held by:").doesNotContain("Frozen");
    }

    @Test
    void aFreezeThatNeverEndsIsRefused() {
        var cli = scene.cli();

        assertThat(cli.run("freeze", "shop", "--for", "999999d", "--reason", "x")).isEqualTo(64);
        assertThat(cli.err()).contains("[INVALID_REQUEST]");
    }
}
