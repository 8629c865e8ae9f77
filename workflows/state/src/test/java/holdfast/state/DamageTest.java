package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.saved;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people see when a stored file was changed by anything but Holdfast, and how they get their state back. */
final class DamageTest {
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene = new Scene(documents);

    @AfterEach
    void end() {
        scene.close();
    }

    private void overwrite(DocumentKey key, String text) {
        Document there = documents.get(key).orElseThrow();
        documents.put(key, there.version(), bytes(text));
    }

    @Test
    void aDamagedStateFileIsAnErrorThatNamesTheLastGoodVersionWhichRestoreBringsBack() {
        scene.deploy(SHOP, shop("api", "one"));
        StateVersion good = scene.deploy(SHOP, shop("api", "two"));
        overwrite(CurrentCopy.key(SHOP), scene.text(SHOP).replace("two", "2wo"));

        assertThatThrownBy(() -> scene.states.load(SHOP))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("stacks/shop/production/state.json")
                .hasMessageContaining("last good version is " + good.id())
                .hasMessageContaining("holdfast state restore shop/production --to " + good.id());

        saved(
                scene.states.restore(
                        SHOP, scene.lock(SHOP.text()), new RestorePoint.OfVersion(good.id())));
        assertThat(scene.text(SHOP)).contains("two");
    }

    @Test
    void aStateFileThatLagsOrIsMissingIsBroughtUpToDate() {
        scene.deploy(SHOP, shop("api", "one"));
        String old = scene.text(SHOP);
        scene.deploy(SHOP, shop("api", "two"));
        scene.deploy(SHOP, shop("api", "three"));

        overwrite(CurrentCopy.key(SHOP), old);
        assertThat(scene.text(SHOP)).contains("three");
        assertThat(documents.get(CurrentCopy.key(SHOP)).orElseThrow().body())
                .asString()
                .contains("three");

        documents.delete(
                CurrentCopy.key(SHOP),
                documents.get(CurrentCopy.key(SHOP)).orElseThrow().version());
        assertThat(scene.text(SHOP)).contains("three");
    }

    @Test
    void aDamagedBodyNamesTheVersionBeforeIt() {
        StateVersion good = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        StateVersion bad = scene.deploy(NETWORK, bytes("{\"serial\":2}"));
        overwrite(new DocumentKey(bad.body().key()), "{\"serial\":3}");

        assertThatThrownBy(() -> scene.states.load(NETWORK))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("last good version is " + good.id());

        saved(
                scene.states.restore(
                        NETWORK,
                        scene.lock(NETWORK.text()),
                        new RestorePoint.OfVersion(good.id())));
        assertThat(scene.text(NETWORK)).isEqualTo("{\"serial\":1}");
    }

    @Test
    void aDamagedPointerIsMadeAnewByRestoreAndStillKeepsLateWritersOut() {
        Writer paused = scene.lock(SHOP.text());
        scene.states.stamp(SHOP, paused);
        scene.letLeasesLapse();
        StateVersion good = scene.deploy(SHOP, shop("api", "one"));
        overwrite(Pointers.key(SHOP), "{ \"format\": \"holdfast-po");

        assertThatThrownBy(() -> scene.states.load(SHOP))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("pointer.json")
                .hasMessageContaining("last good version is " + good.id());

        saved(
                scene.states.restore(
                        SHOP, scene.lock(SHOP.text()), new RestorePoint.OfVersion(good.id())));
        assertThat(scene.text(SHOP)).contains("one");
        assertThat(scene.save(SHOP, paused, shop("api", "late")))
                .isInstanceOf(SaveOutcome.Fenced.class);
    }

    @Test
    void whoRestoresLateLeavesThePointerThatAnotherMadeAnew() {
        StateVersion good = scene.deploy(SHOP, shop("api", "one"));
        damage(Pointers.key(SHOP));
        var back = new RestorePoint.OfVersion(good.id());
        Writer late = scene.lock(SHOP.text());
        var store = new InterposedStore(documents);
        store.afterGet(
                Pointers.key(SHOP),
                () -> {
                    scene.letLeasesLapse();
                    Writer other = scene.lock(SHOP.text());
                    saved(scene.states.restore(SHOP, other, back));
                    saved(scene.save(SHOP, other, shop("api", "two")));
                });

        assertThat(scene.states(store, StateSettings.DEFAULT).restore(SHOP, late, back))
                .isInstanceOf(SaveOutcome.Fenced.class);
        assertThat(scene.text(SHOP)).contains("two");
        assertThat(scene.states.history(SHOP, 10)).hasSize(3);
    }

    private void damage(DocumentKey key) {
        Document document = documents.get(key).orElseThrow();
        documents.put(key, document.version(), bytes("{"));
    }

    @Test
    void aDamagedPointerHidesNoOtherStateAndNoVersionOfItsOwn() {
        StateVersion good = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        StateVersion shop = scene.deploy(SHOP, shop("api", "one"));
        damage(Pointers.key(NETWORK));

        assertThat(scene.states.entries())
                .anySatisfy(entry -> {
                    assertThat(entry.name()).isEqualTo(SHOP);
                    assertThat(entry.current()).isEqualTo(shop);
                    assertThat(entry.damage()).isNull();
                })
                .anySatisfy(entry -> {
                    assertThat(entry.name()).isEqualTo(NETWORK);
                    assertThat(entry.current()).isNull();
                    assertThat(entry.damage())
                            .contains("pointer.json")
                            .contains("holdfast state restore " + NETWORK + " --to " + good.id());
                })
                .hasSize(2);
        StateHistory history = scene.states.lookBack(NETWORK, 10);
        assertThat(history.versions()).containsExactly(good);
        assertThat(history.damage()).singleElement().asString().contains("state restore");
    }

    @Test
    void aDamagedRecordHidesNoVersionButItsOwn() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        StateVersion second = scene.deploy(NETWORK, bytes("{\"serial\":2}"));
        StateVersion third = scene.deploy(NETWORK, bytes("{\"serial\":3}"));
        StateVersion fourth = scene.deploy(NETWORK, bytes("{\"serial\":4}"));
        damage(new DocumentKey(Shelf.HISTORY.recordsFolder(NETWORK) + second.id() + ".json"));

        StateHistory history = scene.states.lookBack(NETWORK, 10);

        assertThat(history.versions()).containsExactly(fourth, third, first);
        assertThat(history.damage())
                .singleElement()
                .asString()
                .contains(second.id() + ".json")
                .contains(second.body().key());
        assertThat(scene.states.lookBack(NETWORK, 2).damage()).isEmpty();
    }

    @Test
    void aStateFileThatSomebodyPutThereIsNotOverwrittenUnseen() {
        documents.put(CurrentCopy.key(SHOP), null, shop("api", "by hand"));

        assertThatThrownBy(() -> scene.states.load(SHOP))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("state push");
    }

    private void lose(DocumentKey key) {
        documents.delete(key, documents.get(key).orElseThrow().version());
    }

    private static DocumentKey record(StateName name, StateVersion version) {
        return new DocumentKey(Shelf.HISTORY.recordsFolder(name) + version.id() + ".json");
    }

    private void assertALostPointerIsToldAndRestored(StateName name, byte[] body, byte[] late) {
        Writer paused = scene.lock(name.text());
        scene.states.stamp(name, paused);
        scene.letLeasesLapse();
        StateVersion good = scene.deploy(name, body);
        String before = scene.text(name);
        lose(Pointers.key(name));

        for (ThrowingCallable look :
                List.<ThrowingCallable>of(
                        () -> scene.states.load(name),
                        () -> scene.states.check(name),
                        () -> scene.states.pointer(name),
                        () -> scene.states.stamp(name, paused),
                        () -> scene.states.remove(name, paused))) {
            assertThatThrownBy(look)
                    .isInstanceOf(StoreException.Corrupted.class)
                    .hasMessageContaining("pointer.json' is missing")
                    .hasMessageContaining("state restore " + name + " --to " + good.id());
        }
        assertThatThrownBy(() -> scene.states.load(name))
                .hasMessageContaining("last good version is " + good.id());
        assertThat(scene.states.entries())
                .filteredOn(entry -> entry.name().equals(name))
                .singleElement()
                .satisfies(entry -> assertThat(entry.damage()).contains(good.id()));

        saved(
                scene.states.restore(
                        name, scene.lock(name.text()), new RestorePoint.OfVersion(good.id())));
        assertThat(scene.states.load(name)).isPresent();
        assertThat(scene.text(name).length()).isEqualTo(before.length());
        assertThat(scene.save(name, paused, late)).isInstanceOf(SaveOutcome.Fenced.class);
    }

    @Test
    void aLostPointerIsNoStateThatWasNeverSavedButAnError() {
        assertALostPointerIsToldAndRestored(SHOP, shop("api", "one"), shop("api", "late"));
        assertALostPointerIsToldAndRestored(NETWORK, bytes("{\"a\":1}"), bytes("{\"a\":2}"));
    }

    @Test
    void aFirstSaveNeverLooksLikeALostPointer() {
        var seen = new ArrayList<StateHistory>();
        for (StateName name : List.of(SHOP, NETWORK)) {
            var store = new InterposedStore(documents);
            store.beforePut(Pointers.key(name), () -> seen.add(scene.states.lookBack(name, 10)));
            States states = scene.states(store, StateSettings.DEFAULT);
            Writer writer = scene.lock(name.text());
            saved(
                    states.save(
                            name,
                            SaveRequest.of(writer, new SaveRequest.Base.Nothing()),
                            shop("api", "one")));
        }

        assertThat(seen)
                .hasSize(2)
                .allSatisfy(history -> assertThat(history.damage()).isEmpty())
                .allSatisfy(history -> assertThat(history.versions()).isEmpty());
        // Whatever it leaves where it dies: the second write of the pointer is the save itself.
        var dying = StateName.terraform("dying");
        Writer writer = scene.lock(dying.text());
        States half =
                scene.states(new InterposedStore(documents).dyingAfter(3), StateSettings.DEFAULT);
        assertThatThrownBy(() ->
                        half.save(
                                dying,
                                SaveRequest.of(writer, new SaveRequest.Base.Nothing()),
                                bytes("{}")))
                .isInstanceOf(StoreException.Unavailable.class);
        assertThat(documents.get(Pointers.key(dying))).isPresent();
        assertThat(scene.states.load(dying)).isEmpty();
    }

    @Test
    void aMissingRecordHidesNoVersionButItsOwn() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        StateVersion second = scene.deploy(NETWORK, bytes("{\"serial\":2}"));
        StateVersion third = scene.deploy(NETWORK, bytes("{\"serial\":3}"));
        lose(record(NETWORK, second));

        StateHistory history = scene.states.lookBack(NETWORK, 10);

        assertThat(history.versions()).containsExactly(third, first);
        assertThat(history.damage())
                .singleElement()
                .asString()
                .contains(second.id() + ".json' is missing");
        damage(new DocumentKey(third.body().key()));
        assertThatThrownBy(() -> scene.states.load(NETWORK))
                .hasMessageContaining("last good version is " + first.id());
    }

    private Writer dieBeforeThePointer(StateName name, byte[] body) {
        Writer writer = scene.lock(name.text());
        scene.states.stamp(name, writer);
        States dying =
                scene.states(new InterposedStore(documents).dyingAfter(2), StateSettings.DEFAULT);
        assertThatThrownBy(() ->
                        dying.save(
                                name,
                                SaveRequest.of(writer, new SaveRequest.Base.Anything()),
                                body))
                .isInstanceOf(StoreException.Unavailable.class);
        return writer;
    }

    private void assertTheLastGoodVersionIsNotASaveThatDied(StateName name, List<byte[]> bodies) {
        scene.deploy(name, bodies.get(0));
        StateVersion good = scene.deploy(name, bodies.get(1));
        Writer dead = dieBeforeThePointer(name, bodies.get(2));
        String died = documents.list(Shelf.HISTORY.recordsFolder(name), null, 10).getLast().text();
        damage(Pointers.key(name));

        assertThatThrownBy(() -> scene.states.load(name))
                .hasMessageContaining("last good version is " + good.id())
                .hasMessageContaining("A later one, ")
                .satisfies(e ->
                        assertThat(died)
                                .contains(
                                        String.valueOf(e.getMessage())
                                                .replaceAll("(?s).*A later one, (\\S+),.*", "$1")));

        scene.letLeasesLapse();
        Writer writer = scene.lock(name.text());
        saved(scene.states.restore(name, writer, new RestorePoint.OfVersion(good.id())));
        assertThat(scene.states.history(name, 10))
                .extracting(StateVersion::number)
                .containsExactly(3L, 2L, 1L);
        assertThat(scene.save(name, dead, bodies.get(2))).isInstanceOf(SaveOutcome.Fenced.class);
    }

    @Test
    void withoutAPointerTheLastGoodVersionIsNoSaveThatDied() {
        assertTheLastGoodVersionIsNotASaveThatDied(
                SHOP, List.of(shop("api", "one"), shop("api", "two"), shop("api", "dead")));
        assertTheLastGoodVersionIsNotASaveThatDied(
                NETWORK, List.of(bytes("{\"a\":1}"), bytes("{\"a\":2}"), bytes("{\"a\":3}")));
    }

    @Test
    void whoIsLateByWhatTheCopyOfThePointerKnowsRestoresNothing() {
        Writer late = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, late);
        scene.letLeasesLapse();
        StateVersion good = scene.deploy(NETWORK, bytes("{\"a\":1}"));
        damage(Pointers.key(NETWORK));

        assertThat(scene.states.restore(NETWORK, late, new RestorePoint.OfVersion(good.id())))
                .isInstanceOf(SaveOutcome.Fenced.class);
        Writer fresh = scene.lock(NETWORK.text());
        saved(scene.states.restore(NETWORK, fresh, new RestorePoint.OfVersion(good.id())));
        assertThat(scene.text(NETWORK)).isEqualTo("{\"a\":1}");
        assertThat(scene.states.history(NETWORK, 10)).hasSize(2);
    }

    @Test
    void theCopyFollowsAlsoAPointerThatSomebodyPutBackFromACopyOfTheStore() {
        scene.deploy(NETWORK, bytes("{\"a\":1}"));
        Document old = documents.get(Pointers.key(NETWORK)).orElseThrow();
        scene.deploy(NETWORK, bytes("{\"a\":2}"));
        States ahead =
                new States(
                        documents,
                        StateSettings.DEFAULT,
                        () -> Instant.ofEpochSecond(0, scene.clock.getAsLong()).plusSeconds(3600));
        Writer writer = scene.lock(NETWORK.text());
        saved(
                ahead.save(
                        NETWORK,
                        SaveRequest.of(writer, new SaveRequest.Base.Anything()),
                        bytes("{\"a\":3}")));
        scene.release(writer, NETWORK);
        overwrite(Pointers.key(NETWORK), new String(old.body(), StandardCharsets.UTF_8));
        StateVersion after = scene.deploy(NETWORK, bytes("{\"a\":4}"));
        damage(Pointers.key(NETWORK));

        assertThatThrownBy(() -> scene.states.load(NETWORK))
                .hasMessageContaining("last good version is " + after.id());
    }

    /** What a writer does whose pointer others have moved on meanwhile. */
    private void followLate(PointerCopy copy, Pointer before, Pointer next) {
        copy.follow(NETWORK, before, next, () -> scene.states.pointer(NETWORK));
    }

    @Test
    void theCopyOfThePointerNeverGoesBackAndMayBeLost() {
        scene.deploy(NETWORK, bytes("{\"a\":1}"));
        StateVersion second = scene.deploy(NETWORK, bytes("{\"a\":2}"));
        var copy = new PointerCopy(documents);
        Pointer now = scene.states.pointer(NETWORK);
        Pointer first = Pointer.NEW.at(scene.states.history(NETWORK, 2).getLast());
        followLate(copy, Pointer.NEW, first);
        assertThat(copy.read(NETWORK)).contains(now);

        Writer writer = scene.lock(NETWORK.text());
        saved(scene.states.remove(NETWORK, writer));
        followLate(copy, first, now);
        assertThat(copy.read(NETWORK).orElseThrow().current()).isNull();

        damage(PointerCopy.key(NETWORK));
        damage(Pointers.key(NETWORK));
        assertThatThrownBy(() -> scene.states.load(NETWORK))
                .hasMessageContaining("last good version is " + second.id());
        saved(scene.states.restore(NETWORK, writer, new RestorePoint.OfVersion(second.id())));
        assertThat(copy.read(NETWORK).orElseThrow().current()).isNotNull();
    }
}
