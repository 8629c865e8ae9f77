package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.saved;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a state from its first save to its restore. */
final class StatesTest {
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene = new Scene(documents);

    @AfterEach
    void end() {
        scene.close();
    }

    private static byte[] example() {
        try (InputStream in = StatesTest.class.getResourceAsStream("deployer-state-v1.json")) {
            return Objects.requireNonNull(in).readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everyMemberOfTheFormatComesBackAsItWasSaved() {
        var name = StateName.stack("user-platform", "production");
        Map<String, ?> before = JsonTree.object(example());

        scene.deploy(name, example());

        Map<String, ?> after = scene.document(name);
        assertThat(after.keySet()).containsExactlyElementsOf(before.keySet());
        for (String member :
                new String[] {
                    "version",
                    "format_version",
                    "lock",
                    "resources",
                    "outputs",
                    "deployment_history"
                }) {
            assertThat(after.get(member)).isEqualTo(before.get(member));
        }
        assertThat(
                        new Fields(JsonTree.object(scene.states.load(name).orElseThrow().body()))
                                .object("metadata"))
                .containsEntry("git_commit", "a1b2c3d4e5f6")
                .containsEntry("last_updated", "2026-03-01T12:30:15Z");
    }

    @Test
    void membersThatNobodyKnowsAreKeptWhereTheyAre() {
        scene.deploy(
                SHOP,
                bytes(
                        """
                        {"format_version": "deployer-state-v1", "team": {"pager": 1.10},
                         "resources": {"api": {"kind": "X", "cost": 12345678901234567890.5}}}
                        """));

        assertThat(scene.text(SHOP))
                .contains("\"pager\": 1.10")
                .contains("\"cost\": 12345678901234567890.5");
    }

    @Test
    void checksumsAreThoseOfWhatIsSaved() {
        scene.deploy(SHOP, shop("api", "ready"));

        Map<String, ?> checksums =
                new Fields(JsonTree.object(scene.states.load(SHOP).orElseThrow().body()))
                        .object("checksums");
        // echo -n '{"api":{"kind":"MicroService","status":"ready"}}' | sha256sum, and of '{}'
        assertThat(checksums.get("resources"))
                .isEqualTo(
                        "sha256:"
                                + Digests.of(
                                                bytes(
                                                        "{\"api\":{\"kind\":\"MicroService\",\"status\":\"ready\"}}"))
                                        .sha256());
        assertThat(checksums.get("outputs"))
                .isEqualTo(
                        "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"format_version\": \"deployer-state-v1\", \"resources\": {\"api\": {\"kind\"",
                "{\"format_version\": \"deployer-state-v2\"}",
                "{\"version\": 4, \"terraform_version\": \"1.11.4\", \"serial\": 1}",
                "{\"format_version\": \"deployer-state-v1\", \"resources\": []}",
                "{\"format_version\": \"deployer-state-v1\", \"resources\": {\"api\": 1}}",
                "{\"format_version\": \"deployer-state-v1\", \"metadata\": {\"stack\": \"other\"}}",
                "{\"format_version\": \"deployer-state-v1\", \"a\": 1, \"a\": 2}"
            })
    void whatIsNoStateOfThisStackIsNotSaved(String text) {
        scene.deploy(SHOP, shop("api", "ready"));
        Writer writer = scene.lock(SHOP.text());

        assertThatThrownBy(() -> scene.save(SHOP, writer, bytes(text)))
                .isInstanceOf(InvalidRequestException.class);
        assertThat(scene.text(SHOP)).contains("ready");
    }

    @Test
    void aSaveOnAnythingButWhatWasLoadedIsRefused() {
        StateVersion first = scene.deploy(SHOP, shop("api", "one"));
        scene.deploy(SHOP, shop("api", "two"));
        Writer writer = scene.lock(SHOP.text());

        SaveOutcome outcome =
                scene.states.save(
                        SHOP, SaveRequest.of(writer, SaveRequest.Base.of(first)), shop("api", "x"));

        assertThat(outcome).isInstanceOf(SaveOutcome.Changed.class);
        assertThat(scene.text(SHOP)).contains("two");
    }

    @Test
    void theSameBytesAreNotSavedTwice() {
        scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        Writer writer = scene.lock(NETWORK.text());

        assertThat(scene.save(NETWORK, writer, bytes("{\"serial\":1}")))
                .isInstanceOf(SaveOutcome.Unchanged.class);
        assertThat(scene.states.history(NETWORK, 10)).hasSize(1);
    }

    @Test
    void aSaveWhoseAnswerWasLostIsKnownToBeDone() {
        Writer writer = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, writer);
        var losing = new InterposedStore(documents).losingTheAnswerTo(Pointers.key(NETWORK));

        SaveOutcome outcome =
                scene.states(losing, StateSettings.DEFAULT)
                        .save(
                                NETWORK,
                                SaveRequest.of(writer, new SaveRequest.Base.Nothing()),
                                bytes("{}"));

        assertThat(outcome).isInstanceOf(SaveOutcome.Saved.class);
        assertThat(scene.states.history(NETWORK, 10)).hasSize(1);
    }

    @Test
    void aSaveWhoseAnswerWasLostKeepsItsBodyAlthoughTheStoreIsAwayWhenItLooksAgain() {
        Writer writer = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, writer);
        var losing =
                new InterposedStore(documents)
                        .losingTheAnswerTo(Pointers.key(NETWORK))
                        .andTheNextRead();
        States states = scene.states(losing, StateSettings.DEFAULT);
        SaveRequest request = SaveRequest.of(writer, new SaveRequest.Base.Anything());

        assertThatThrownBy(() -> states.save(NETWORK, request, bytes("{}")))
                .isInstanceOf(StoreException.OutcomeUnknown.class);

        assertThat(scene.text(NETWORK)).isEqualTo("{}");
        assertThat(states.save(NETWORK, request, bytes("{}")))
                .isInstanceOf(SaveOutcome.Unchanged.class);
        assertThat(scene.text(NETWORK)).isEqualTo("{}");
    }

    @Test
    void theSameContentIsSavedAnewIfTheStoredBodyIsGone() {
        Writer writer = scene.lock(NETWORK.text());
        SaveRequest request = SaveRequest.of(writer, new SaveRequest.Base.Anything());
        StateVersion gone = saved(scene.states.save(NETWORK, request, bytes("{}")));
        DocumentKey body = Bodies.part(gone.body().key(), 0);
        documents.delete(body, documents.get(body).orElseThrow().version());

        assertThat(scene.states.save(NETWORK, request, bytes("{}")))
                .isInstanceOf(SaveOutcome.Saved.class);

        assertThat(scene.text(NETWORK)).isEqualTo("{}");
    }

    /** However many writes are done before the disk is full or the process dies. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void aSaveThatDiesHalfWayLeavesAWholeState(int puts) {
        scene.deploy(SHOP, shop("api", "before"));
        Writer writer = scene.lock(SHOP.text());
        StateVersion loaded = scene.states.load(SHOP).orElseThrow().version();
        States dying =
                scene.states(
                        new InterposedStore(documents).dyingAfter(puts), StateSettings.DEFAULT);

        boolean saved;
        try {
            dying.save(
                    SHOP,
                    SaveRequest.of(writer, SaveRequest.Base.of(loaded)),
                    shop("api", "after"));
            saved = true;
        } catch (StoreException e) {
            saved = false;
        }

        // Body, record, pointer: from the third write on it is saved, whether the copies followed
        // or not.
        assertThat(saved).isEqualTo(puts >= 3);
        assertThat(scene.text(SHOP)).contains(saved ? "after" : "before");
        assertThat(scene.states.history(SHOP, 10)).hasSize(saved ? 2 : 1);
        saved(scene.save(SHOP, writer, shop("api", "next")));
    }

    @Test
    void versionsSortInTheOrderOfSavesEvenWhenTheClockGoesBack() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        scene.clock.stepBack(Duration.ofMinutes(1));
        var states = scene.states(documents, StateSettings.DEFAULT);
        Writer writer =
                new Writer(
                        holdfast.model.SubPath.WHOLE,
                        new holdfast.model.Token(Long.MAX_VALUE),
                        "lock",
                        "",
                        "me");
        StateVersion second =
                saved(
                        states.save(
                                NETWORK,
                                SaveRequest.of(writer, SaveRequest.Base.of(first)),
                                bytes("{\"serial\":2}")));

        assertThat(second.id()).isGreaterThan(first.id());
        assertThat(states.history(NETWORK, 10))
                .extracting(StateVersion::id)
                .containsExactly(second.id(), first.id());
    }

    @Test
    void theLayoutIsTheOneThatPeopleKnow() {
        StateVersion version = scene.deploy(SHOP, shop("api", "ready"));

        assertThat(documents.list("", null, 100))
                .extracting(DocumentKey::text)
                .containsExactly(
                        "stacks/shop/production/history/" + version.id() + ".json",
                        "stacks/shop/production/pointer.json",
                        "stacks/shop/production/records/history/" + version.id() + ".json",
                        "stacks/shop/production/records/pointer.json",
                        "stacks/shop/production/state.json");
        assertThat(version.id()).matches("2026-03-01-12-30-15-123456-[0-9a-f]{8}");
    }

    @Test
    void noStateHasANameAtWhichTerraformFindsALock() {
        for (String name : new String[] {"a/lock", "a/b/unlock"}) {
            assertThatThrownBy(() -> StateName.terraform(name))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining(name);
        }
    }

    @Test
    void namesWithDotsAndSlashesAreStatesOfTheirOwn() {
        for (String name : new String[] {"a", "a.b", "a/b", "a/history", "A", "ü/%2F", ".."}) {
            scene.deploy(StateName.terraform(name), bytes("{\"n\":\"" + name + "\"}"));
        }
        scene.deploy(SHOP, shop("api", "ready"));

        assertThat(scene.states.names())
                .extracting(StateName::toString)
                .containsExactlyInAnyOrder(
                        "shop/production",
                        "terraform:a",
                        "terraform:a.b",
                        "terraform:a/b",
                        "terraform:a/history",
                        "terraform:A",
                        "terraform:ü/%2F",
                        "terraform:..");
    }

    @Test
    void aStateThatWasRemovedIsGoneAndItsHistoryIsNot() {
        StateVersion version = scene.deploy(SHOP, shop("api", "ready"));
        Writer writer = scene.lock(SHOP.text());

        saved(scene.states.remove(SHOP, writer));

        assertThat(scene.states.load(SHOP)).isEmpty();
        assertThat(documents.get(CurrentCopy.key(SHOP))).isEmpty();
        saved(scene.states.restore(SHOP, writer, new RestorePoint.OfVersion(version.id())));
        assertThat(scene.text(SHOP)).contains("ready");
    }

    @Test
    void theHistoryOfAStateThatWasRemovedIsListedAndGoesOnWhenItIsSavedAnew() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        StateVersion second = scene.deploy(NETWORK, bytes("{\"serial\":2}"));
        Writer writer = scene.lock(NETWORK.text());
        saved(scene.states.remove(NETWORK, writer));

        assertThat(scene.states.history(NETWORK, 10)).containsExactly(second, first);

        StateVersion third = saved(scene.save(NETWORK, writer, bytes("{\"serial\":3}")));
        assertThat(scene.states.history(NETWORK, 10)).containsExactly(third, second, first);
    }

    /** As pointers were written once, which did not say what was removed. */
    @Test
    void theHistoryBeforeARemovalIsFoundAlsoWhereThePointerDoesNotNameIt() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        Writer writer = scene.lock(NETWORK.text());
        saved(scene.states.remove(NETWORK, writer));
        Document pointer = documents.get(Pointers.key(NETWORK)).orElseThrow();
        String text = new String(pointer.body(), StandardCharsets.UTF_8);
        byte[] silent =
                bytes(
                        text.replaceFirst("\"last\": \"[^\"]*\"", "\"last\": null")
                                .replaceFirst(",\\s*\"check\": \"[^\"]*\"", ""));
        documents.put(Pointers.key(NETWORK), pointer.version(), silent);

        assertThat(scene.states.history(NETWORK, 10)).containsExactly(first);
    }

    @Test
    void aStateThatWasRemovedIsRestoredByATime() {
        scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        Writer writer = scene.lock(NETWORK.text());
        saved(scene.states.remove(NETWORK, writer));
        scene.clock.advance(Duration.ofDays(1));

        var now = Instant.ofEpochSecond(0, scene.clock.getAsLong());
        saved(scene.states.restore(NETWORK, writer, new RestorePoint.AtTime(now)));

        assertThat(scene.text(NETWORK)).isEqualTo("{\"serial\":1}");
    }

    @Test
    void whatWasBeforeARemovalIsRestoredByATimeAlsoOnceItWasSavedAnew() {
        scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        var then = Instant.ofEpochSecond(0, scene.clock.getAsLong());
        scene.clock.advance(Duration.ofDays(1));
        Writer writer = scene.lock(NETWORK.text());
        saved(scene.states.remove(NETWORK, writer));
        scene.clock.advance(Duration.ofDays(1));
        scene.deploy(NETWORK, bytes("{\"serial\":2}"));

        saved(
                scene.states.restore(
                        NETWORK, scene.lock(NETWORK.text()), new RestorePoint.AtTime(then)));

        assertThat(scene.text(NETWORK)).isEqualTo("{\"serial\":1}");
    }

    @Test
    void anOldVersionGoesAfterItsTimeAndTheCurrentOneStays() {
        scene.deploy(SHOP, shop("api", "one"));
        scene.clock.advance(Duration.ofDays(50));
        StateVersion second = scene.deploy(SHOP, shop("api", "two"));
        scene.clock.advance(Duration.ofDays(50));
        StateVersion third = scene.deploy(SHOP, shop("api", "three"));

        assertThat(scene.states.sweep(SHOP)).isZero();
        scene.clock.advance(Duration.ofDays(41));
        assertThat(scene.states.sweep(SHOP)).isEqualTo(1);
        assertThat(scene.states.history(SHOP, 10))
                .extracting(StateVersion::id)
                .containsExactly(third.id(), second.id());
        scene.clock.advance(Duration.ofDays(1_000));
        scene.states.sweep(SHOP);
        assertThat(scene.text(SHOP)).contains("three");
        assertThat(documents.list("stacks/shop/production/history/", null, 10)).hasSize(1);
    }

    @Test
    void aVersionThatWasCurrentForLongIsKeptForTheRetentionAfterItWasReplaced() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        scene.clock.advance(Duration.ofDays(10));
        dieBeforeThePointer(NETWORK);
        scene.clock.advance(Duration.ofDays(90));
        scene.deploy(NETWORK, bytes("{\"serial\":2}"));
        scene.clock.advance(Duration.ofMinutes(1));

        scene.states.sweep(NETWORK);

        saved(restored(first));
        assertThat(scene.text(NETWORK)).isEqualTo("{\"serial\":1}");
    }

    private SaveOutcome restored(StateVersion version) {
        return scene.states.restore(
                NETWORK, scene.lock(NETWORK.text()), new RestorePoint.OfVersion(version.id()));
    }

    /** Leaves a body and a record that never became current. */
    private void dieBeforeThePointer(StateName name) {
        Writer writer = scene.lock(name.text());
        States dying =
                scene.states(new InterposedStore(documents).dyingAfter(2), StateSettings.DEFAULT);
        assertThatThrownBy(() ->
                        dying.save(
                                name,
                                SaveRequest.of(writer, new SaveRequest.Base.Anything()),
                                bytes("{\"serial\":\"dead\"}")))
                .isInstanceOf(StoreException.class);
        scene.release(writer, name);
        assertThat(documents.list(Shelf.HISTORY.recordsFolder(name), null, 10)).hasSize(2);
    }

    @Test
    void aStateThatWasRemovedIsKeptForTheRetentionAfterItsRemoval() {
        StateVersion only = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        scene.clock.advance(Duration.ofDays(200));
        Writer writer = scene.lock(NETWORK.text());
        saved(scene.states.remove(NETWORK, writer));
        scene.release(writer, NETWORK);
        scene.clock.advance(Duration.ofDays(89));
        Writer other = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, other);
        scene.release(other, NETWORK);

        assertThat(scene.states.sweep(NETWORK)).isZero();
        assertThat(scene.states.read(only)).isEqualTo(bytes("{\"serial\":1}"));
        scene.clock.advance(Duration.ofDays(2));
        assertThat(scene.states.sweep(NETWORK)).isEqualTo(1);
        assertThat(documents.list("", null, 10))
                .containsExactly(Pointers.key(NETWORK), PointerCopy.key(NETWORK));
    }

    @Test
    void aStateThatWasRemovedAndSavedAnewKeepsWhatItWasBefore() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        scene.clock.advance(Duration.ofDays(200));
        Writer writer = scene.lock(NETWORK.text());
        saved(scene.states.remove(NETWORK, writer));
        saved(scene.save(NETWORK, writer, bytes("{\"serial\":2}")));
        scene.release(writer, NETWORK);

        assertThat(scene.states.sweep(NETWORK)).isZero();

        saved(restored(first));
    }

    @Test
    void aDamagedRecordNeitherEndsASweepNorStaysForEver() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        scene.deploy(NETWORK, bytes("{\"serial\":2}"));
        var key = new DocumentKey(Shelf.HISTORY.recordsFolder(NETWORK) + first.id() + ".json");
        documents.put(key, documents.get(key).orElseThrow().version(), bytes("{"));

        assertThat(scene.states.sweep(NETWORK)).isZero();
        scene.clock.advance(Duration.ofDays(91));

        assertThat(scene.states.sweep(NETWORK)).isEqualTo(1);
        assertThat(scene.text(NETWORK)).isEqualTo("{\"serial\":2}");
    }

    @Test
    void bodiesThatDiedBeforeTheirRecordGoOnceTheyAreOld() {
        scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        Writer writer = scene.lock(NETWORK.text());
        States dying =
                scene.states(new InterposedStore(documents).dyingAfter(2), StateSettings.DEFAULT);
        assertThatThrownBy(() ->
                        dying.save(
                                NETWORK,
                                SaveRequest.of(writer, new SaveRequest.Base.Anything()),
                                new byte[States.PART_BYTES + 1]))
                .isInstanceOf(StoreException.class);
        scene.release(writer, NETWORK);
        assertThat(bodies()).isEqualTo(3);

        scene.states.sweep(NETWORK);
        assertThat(bodies()).isEqualTo(3);
        scene.clock.advance(Duration.ofDays(98));
        scene.states.sweep(NETWORK);

        assertThat(bodies()).isEqualTo(1);
        assertThat(scene.text(NETWORK)).isEqualTo("{\"serial\":1}");
    }

    private int bodies() {
        return documents.list(Shelf.HISTORY.bodiesFolder(NETWORK), null, 10).size();
    }

    @Test
    void noBodyGoesWhileARecordCannotBeReadThatMayNameIt() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        scene.clock.advance(Duration.ofDays(98));
        StateVersion second = scene.deploy(NETWORK, bytes("{\"serial\":2}"));
        scene.deploy(NETWORK, bytes("{\"serial\":3}"));
        String records = Shelf.HISTORY.recordsFolder(NETWORK);
        var key = new DocumentKey(records + second.id() + ".json");
        documents.put(key, documents.get(key).orElseThrow().version(), bytes("{"));
        var gone = new DocumentKey(records + first.id() + ".json");
        documents.delete(gone, documents.get(gone).orElseThrow().version());

        scene.states.sweep(NETWORK);
        assertThat(bodies()).isEqualTo(3);
        scene.clock.advance(Duration.ofDays(98));
        scene.states.sweep(NETWORK);
        assertThat(bodies()).isEqualTo(1);
    }

    @Test
    void ofTwoLocksWithTheSameTokenOnlyTheFirstMayWrite() {
        Writer first = scene.lock(NETWORK.text());
        var twin = new Writer(first.path(), first.token(), "another lock", "", "mallory");
        saved(scene.save(NETWORK, first, bytes("{\"serial\":1}")));

        assertThat(scene.states.stamp(NETWORK, twin)).isInstanceOf(StampOutcome.Fenced.class);
        assertThat(scene.save(NETWORK, twin, bytes("{}"))).isInstanceOf(SaveOutcome.Fenced.class);
        assertThat(scene.states.remove(NETWORK, twin)).isInstanceOf(SaveOutcome.Fenced.class);
        assertThat(scene.states.stamp(NETWORK, first)).isInstanceOf(StampOutcome.Again.class);
    }

    @Test
    void aBackupOutlivesTheRetention() {
        scene.deploy(SHOP, shop("api", "one"));
        StateVersion backup = scene.states.backup(SHOP, "alice").orElseThrow();
        scene.deploy(SHOP, shop("api", "two"));
        scene.clock.advance(Duration.ofDays(200));
        scene.states.sweep(SHOP);

        saved(
                scene.states.restore(
                        SHOP, scene.lock(SHOP.text()), new RestorePoint.OfVersion(backup.id())));

        assertThat(scene.text(SHOP)).contains("one");
    }

    @Test
    void aStateIsRestoredToWhatItWasAtATime() {
        scene.deploy(SHOP, shop("api", "one"));
        scene.clock.advance(Duration.ofHours(1));
        StateVersion second = scene.deploy(SHOP, shop("api", "two"));
        scene.clock.advance(Duration.ofHours(1));
        scene.deploy(SHOP, shop("api", "three"));

        StateVersion restored =
                saved(
                        scene.states.restore(
                                SHOP,
                                scene.lock(SHOP.text()),
                                new RestorePoint.AtTime(second.at().plusSeconds(60))));

        assertThat(scene.text(SHOP)).contains("two");
        assertThat(restored.facts()).containsEntry("restored_from", second.id());
        assertThat(scene.states.history(SHOP, 10)).hasSize(4);
    }

    @Test
    void howeverManyVersionsCameSinceAStateIsRestoredToWhatItWasAtATime() {
        scene.deploy(NETWORK, bytes("{\"n\":\"first\"}"));
        scene.clock.advance(Duration.ofSeconds(1));
        StateVersion then = scene.deploy(NETWORK, bytes("{\"n\":\"then\"}"));
        Writer writer = scene.lock(NETWORK.text());
        for (int i = 0; i < 1_010; i++) {
            scene.clock.advance(Duration.ofMillis(10));
            var request = SaveRequest.of(writer, new SaveRequest.Base.Anything());
            saved(scene.states.save(NETWORK, request, bytes("{\"n\":" + i + "}")));
        }

        StateVersion restored =
                saved(scene.states.restore(NETWORK, writer, new RestorePoint.AtTime(then.at())));

        assertThat(restored.facts()).containsEntry("restored_from", then.id());
    }

    @Test
    void aSaveThatDiedIsNotWhatAStateWasAtAnyTime() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        scene.clock.advance(Duration.ofHours(1));
        dieBeforeThePointer(NETWORK);
        scene.clock.advance(Duration.ofHours(1));
        Instant between = Instant.ofEpochSecond(0, scene.clock.getAsLong());
        scene.clock.advance(Duration.ofHours(1));
        assertThat(restoredTo(between)).isEqualTo(first.id());

        scene.deploy(NETWORK, bytes("{\"serial\":2}"));
        scene.deploy(NETWORK, bytes("{\"serial\":3}"));

        assertThat(restoredTo(between)).isEqualTo(first.id());
    }

    private @org.jspecify.annotations.Nullable String restoredTo(Instant time) {
        Writer writer = scene.lock(NETWORK.text());
        StateVersion restored =
                saved(scene.states.restore(NETWORK, writer, new RestorePoint.AtTime(time)));
        scene.release(writer, NETWORK);
        return restored.facts().get("restored_from");
    }

    @Test
    void whatTheBodySaysOfItselfIsKnownOfItWhenItIsRestored() {
        Writer writer = scene.lock(SHOP.text());
        var facts = Map.of("serial", "7", "lineage", "l", "alarm", "the serial went back");
        SaveRequest request = SaveRequest.of(writer, new SaveRequest.Base.Anything()).with(facts);
        StateVersion first = saved(scene.states.save(SHOP, request, shop("api", "one")));
        SaveRequest next = SaveRequest.of(writer, new SaveRequest.Base.Anything());
        saved(scene.states.save(SHOP, next, shop("api", "two")));

        StateVersion again =
                saved(scene.states.restore(SHOP, writer, new RestorePoint.OfVersion(first.id())));

        assertThat(again.facts())
                .isEqualTo(Map.of("serial", "7", "lineage", "l", "restored_from", first.id()));
    }

    @Test
    void aDifferenceIsToldByItsPath() {
        StateVersion one = scene.deploy(SHOP, shop("web/api", "one"));
        StateVersion two = scene.deploy(SHOP, shop("web/api", "two"));

        assertThat(scene.states.diff(SHOP, one.id(), two.id()))
                .contains(new StateDifference("resources.web/api.status", "\"one\"", "\"two\""));
    }

    @Test
    void aLargerStateThanAllowedIsRefusedAndLeavesNothingBehind() {
        States small =
                scene.states(documents, StateSettings.DEFAULT.withBytesMax(20L * 1024 * 1024));
        Writer writer = scene.lock(NETWORK.text());

        assertThatThrownBy(() ->
                        small.save(
                                NETWORK,
                                SaveRequest.of(writer, new SaveRequest.Base.Anything()),
                                new byte[21 * 1024 * 1024]))
                .isInstanceOf(TooLargeException.class)
                .hasMessageContaining("20971520");
        assertThat(documents.list("", null, 10)).isEmpty();
    }

    @Test
    void theLimitThatIsSetHoldsForStacksToo() {
        States small = scene.states(documents, StateSettings.DEFAULT.withBytesMax(1_000));
        Writer writer = scene.lock(SHOP.text());

        assertThatThrownBy(() ->
                        small.save(
                                SHOP,
                                SaveRequest.of(writer, new SaveRequest.Base.Nothing()),
                                shop("api", "x".repeat(1_000))))
                .isInstanceOf(TooLargeException.class)
                .hasMessageContaining("1000");
    }

    @Test
    void membersOfTheLockThatNobodyKnowsAreKept() {
        scene.deploy(
                SHOP,
                bytes(
                        """
                        {"format_version": "deployer-state-v1",
                         "lock": {"locked": true, "lock_id": "x", "ticket": "OPS-1"}}
                        """));

        assertThat(String.valueOf(scene.document(SHOP).get("lock")))
                .contains("locked=false")
                .contains("lock_id=null")
                .contains("ticket=OPS-1");
    }

    private StateChanged push(StateName name, String body) throws IOException {
        Hold hold = scene.hold(name.text());
        try {
            return new StateChanges(scene.states)
                    .make(
                            name,
                            hold,
                            new StateChange.Push(
                                    new ByteArrayInputStream(bytes(body)),
                                    Map.of(),
                                    null,
                                    StateChange.WhenOdd.REFUSE,
                                    null));
        } finally {
            scene.release(Writer.of(hold), name);
        }
    }

    @Test
    void aFirstPushThatIsRefusedLeavesNothingBehind() {
        for (String foreign :
                List.of(
                        "{",
                        "{\"format_version\":\"deployer-state-v1\",\"metadata\":{\"stack\":\"x\"}}")) {
            assertThatThrownBy(() -> push(SHOP, foreign))
                    .isInstanceOf(InvalidRequestException.class);
        }

        assertThat(documents.list("", null, 10)).isEmpty();
    }

    @Test
    void aStateOfWhichNothingWasEverSavedIsNotListed() throws IOException {
        scene.states.stamp(NETWORK, scene.lock(NETWORK.text()));
        assertThat(scene.states.entries()).isEmpty();
        assertThat(scene.states.names()).containsExactly(NETWORK);

        var orphan = new ByteArrayInputStream(bytes("{}"));
        scene.states.keepOrphan(NETWORK, new OrphanNote("", "alice", "no lock"), orphan);
        assertThat(scene.states.entries()).extracting(StateEntry::name).containsExactly(NETWORK);
    }

    @Test
    void aStateThatWasRemovedIsListedAsSuch() {
        scene.deploy(NETWORK, bytes("{}"));
        Writer writer = scene.lock(NETWORK.text());
        saved(scene.states.remove(NETWORK, writer));

        assertThat(scene.states.entries())
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.current()).isNull();
                    assertThat(entry.removed())
                            .isCloseTo(
                                    Instant.ofEpochSecond(0, scene.clock.getAsLong()),
                                    within(1, ChronoUnit.SECONDS));
                });
    }

    /** As many as it takes until one of them sweeps. */
    private void saveOften(States states) {
        Writer writer = scene.lock(NETWORK.text());
        for (int i = 0; i < 20; i++) {
            saved(
                    states.save(
                            NETWORK,
                            SaveRequest.of(writer, new SaveRequest.Base.Anything()),
                            bytes("{\"n\":" + i + "}")));
        }
        scene.release(writer, NETWORK);
    }

    @Test
    void whoDoesNotKnowTheRetentionSweepsNothing() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        scene.deploy(NETWORK, bytes("{\"serial\":2}"));
        scene.clock.advance(Duration.ofDays(200));

        saveOften(scene.states(documents, StateSettings.from(Map.of())));
        assertThat(scene.states.read(first)).isNotEmpty();

        saveOften(
                scene.states(
                        documents,
                        StateSettings.from(Map.of("HOLDFAST_STATE_RETENTION_DAYS", "90"))));
        assertThatThrownBy(() -> scene.states.read(first))
                .isInstanceOf(StoreException.Corrupted.class);
    }

    @Test
    void aClockThatIsMonthsAheadSweepsNothing() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        scene.deploy(NETWORK, bytes("{\"serial\":2}"));
        States ahead =
                new States(
                        documents,
                        StateSettings.DEFAULT,
                        () ->
                                Instant.ofEpochSecond(0, scene.clock.getAsLong())
                                        .plus(Duration.ofDays(200)));

        saveOften(ahead);

        assertThat(scene.states.read(first)).isNotEmpty();
    }
}
