package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.model.SubPath;
import holdfast.model.Token;
import holdfast.store.Document;
import holdfast.store.DocumentStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Something that is done to a state.
 *
 * @param earlier what the state said, one version after the other
 * @param after what it says when this is done; null if it is gone
 * @param prepare what happens before, 98 days ago
 * @param doing fails if what it promised is not so, whatever failed below it
 */
record Deed(
        String title,
        StateName name,
        List<String> earlier,
        @Nullable String after,
        Consumer<Scene> prepare,
        Function<Try, Object> doing) {
    private static final List<String> NOTHING = List.of();
    private static final List<String> BOTH = List.of("first", "before");

    private static void nothing(Scene scene) {}

    /** One attempt. */
    record Try(
            Scene scene,
            StateName name,
            List<StateVersion> versions,
            Hold hold,
            Writer writer,
            DocumentStore documents,
            States states) {
        private SaveRequest onWhatIsThere() {
            @Nullable StateVersion last = versions.isEmpty() ? null : versions.getLast();
            return SaveRequest.of(writer, SaveRequest.Base.of(last));
        }
    }

    @Override
    public String toString() {
        return title;
    }

    static Stream<Deed> all() {
        return Stream.of(
                new Deed("first save, stack", SHOP, NOTHING, "after", Deed::nothing, Deed::save),
                new Deed(
                        "first save, terraform",
                        NETWORK,
                        NOTHING,
                        "after",
                        Deed::nothing,
                        Deed::save),
                new Deed("first push, stack", SHOP, NOTHING, "after", Deed::nothing, Deed::push),
                new Deed("save, stack", SHOP, BOTH, "after", Deed::nothing, Deed::save),
                new Deed("save of a part", SHOP, BOTH, "after", Deed::nothing, Deed::savePart),
                new Deed("save, terraform", NETWORK, BOTH, "after", Deed::nothing, Deed::save),
                new Deed("push, stack", SHOP, BOTH, "after", Deed::nothing, Deed::push),
                new Deed("push, terraform", NETWORK, BOTH, "after", Deed::nothing, Deed::push),
                new Deed("restore, stack", SHOP, BOTH, "first", Deed::nothing, Deed::restore),
                new Deed(
                        "restore, terraform", NETWORK, BOTH, "first", Deed::nothing, Deed::restore),
                new Deed("mend, stack", SHOP, BOTH, "first", Deed::breakPointer, Deed::restore),
                new Deed(
                        "mend, terraform",
                        NETWORK,
                        BOTH,
                        "first",
                        Deed::breakPointer,
                        Deed::restore),
                new Deed("take an orphan", NETWORK, BOTH, "after", Deed::keep, Deed::takeOrphan),
                new Deed("remove, stack", SHOP, BOTH, null, Deed::nothing, Deed::remove),
                new Deed("remove, terraform", NETWORK, BOTH, null, Deed::nothing, Deed::remove),
                new Deed(
                        "refuse a late write",
                        NETWORK,
                        BOTH,
                        "before",
                        Deed::nothing,
                        Deed::refuse),
                new Deed(
                        "keep an orphan", NETWORK, BOTH, "before", Deed::nothing, Deed::keepOrphan),
                new Deed("replace an orphan", NETWORK, BOTH, "before", Deed::keep, Deed::replace),
                new Deed("drop an orphan", NETWORK, BOTH, "before", Deed::keep, Deed::dropOrphan),
                new Deed("back up, stack", SHOP, BOTH, "before", Deed::nothing, Deed::backUp),
                new Deed(
                        "back up, terraform", NETWORK, BOTH, "before", Deed::nothing, Deed::backUp),
                new Deed("sweep, stack", SHOP, BOTH, "before", Deed::stray, Deed::sweep),
                new Deed("sweep, terraform", NETWORK, BOTH, "before", Deed::stray, Deed::sweep),
                new Deed(
                        "import from Pulumi",
                        SHOP,
                        BOTH,
                        "after",
                        Deed::nothing,
                        Deed::importPulumi),
                new Deed(
                        "show who holds it", SHOP, BOTH, "before", Deed::nothing, Deed::showHolder),
                new Deed("show nobody", SHOP, BOTH, "before", Deed::shown, Deed::showNobody));
    }

    /** A body that says this. */
    byte[] body(int serial, String says) {
        return body(name, serial, says);
    }

    private static byte[] body(StateName name, int serial, String says) {
        return name.kind() == StateName.Kind.STACK
                ? shop("api", says)
                : bytes(
                        "{\"version\":4,\"serial\":%d,\"lineage\":\"l\",\"says\":\"%s\"}"
                                .formatted(serial, says));
    }

    private static Object save(Try one) {
        return one.states.save(one.name, one.onWhatIsThere(), body(one.name, 3, "after"));
    }

    private static Object savePart(Try one) {
        Writer part = one.writer.on(new SubPath("api"));
        return one.states.save(
                SHOP, SaveRequest.of(part, new SaveRequest.Base.Anything()), shop("api", "after"));
    }

    private static Object push(Try one) {
        var body = new ByteArrayInputStream(body(one.name, 3, "after"));
        try {
            return new StateChanges(one.states)
                    .make(
                            one.name,
                            one.hold,
                            new StateChange.Push(
                                    body, Map.of(), null, StateChange.WhenOdd.REFUSE, null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void breakPointer(Scene scene) {
        for (StateName name : List.of(SHOP, NETWORK)) {
            scene.documents
                    .get(Pointers.key(name))
                    .ifPresent(found ->
                            scene.documents.put(found.key(), found.version(), bytes("{\"for")));
        }
    }

    private static Object restore(Try one) {
        return one.states.restore(
                one.name, one.writer, new RestorePoint.OfVersion(one.versions.getFirst().id()));
    }

    private static Object remove(Try one) {
        return one.states.remove(one.name, one.writer);
    }

    private static Object refuse(Try one) {
        var late = new Writer(SubPath.WHOLE, new Token(1), "lost", "late run", "alice");
        SaveRequest request =
                SaveRequest.of(late, new SaveRequest.Base.Anything()).keepingWhatIsRefused();
        SaveOutcome outcome = one.states.save(NETWORK, request, body(NETWORK, 3, "after"));
        assertThat(outcome).isInstanceOf(SaveOutcome.Fenced.class);
        assertIsKept(one.scene, ((SaveOutcome.Fenced) outcome).orphan());
        return outcome;
    }

    private static void assertIsKept(Scene scene, @Nullable String orphan) {
        assertThat(scene.states.orphans(NETWORK)).extracting(StateVersion::id).contains(orphan);
    }

    /** What a run sent whose lock was lost. */
    private static String keep(States states, int serial) {
        var note = new OrphanNote("late run", "alice", "its lock was lost");
        try {
            return states.keepOrphan(
                            NETWORK, note, new ByteArrayInputStream(body(NETWORK, serial, "after")))
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void keep(Scene scene) {
        keep(scene.states, 3);
    }

    private static String kept(Try one) {
        return one.scene.states.orphans(NETWORK).getFirst().id();
    }

    private static Object keepOrphan(Try one) {
        String id = keep(one.states, 3);
        assertIsKept(one.scene, id);
        return id;
    }

    private static Object replace(Try one) {
        String older = kept(one);
        String id = keep(one.states, 4);
        assertThat(id).isNotEqualTo(older);
        assertIsKept(one.scene, id);
        return id;
    }

    private static Object dropOrphan(Try one) {
        boolean dropped = one.states.dropOrphan(NETWORK, kept(one));
        assertThat(one.scene.states.orphans(NETWORK)).isEmpty();
        return dropped;
    }

    private static Object takeOrphan(Try one) {
        return one.states.restore(NETWORK, one.writer, new RestorePoint.OfVersion(kept(one)));
    }

    private static Object backUp(Try one) {
        StateVersion backup = one.states.backup(one.name, "alice").orElseThrow();
        assertThat(one.scene.states.backups(one.name)).containsExactly(backup);
        return backup;
    }

    /** A body whose save died, and something that was kept. */
    private static void stray(Scene scene) {
        keep(scene);
        Instant now = Instant.ofEpochSecond(0, scene.clock.getAsLong());
        for (StateName name : List.of(SHOP, NETWORK)) {
            String key = Shelf.HISTORY.bodyKey(name, VersionIds.id(now));
            scene.documents.put(Bodies.part(key, 0), null, bytes("{}"));
        }
    }

    private static Object sweep(Try one) {
        int gone = one.states.sweep(one.name);
        assertThat(gone).isPositive();
        assertThat(one.scene.states.orphans(one.name)).isEmpty();
        return gone;
    }

    private static Object importPulumi(Try one) {
        var files =
                PulumiFiles.of(
                        Map.of(
                                ".pulumi/meta.yaml",
                                bytes("version: 1"),
                                ".pulumi/a.json",
                                bytes("{}")));
        try {
            return new StateChanges(one.states)
                    .make(
                            SHOP,
                            one.hold,
                            new StateChange.Import(
                                    new ByteArrayInputStream(body(SHOP, 3, "after")),
                                    Map.of(),
                                    files,
                                    StateChange.WhenThere.REPLACE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StoreTime now(Scene scene) {
        return StoreTime.of(Instant.ofEpochSecond(0, scene.clock.getAsLong()));
    }

    private static void shown(Scene scene) {
        Hold hold = scene.hold(SHOP.text());
        new LockFile(scene.documents).show(SHOP, List.of(hold), now(scene));
        scene.release(Writer.of(hold, "client"), SHOP);
    }

    private static Object showHolder(Try one) {
        LockFile.Shown shown =
                new LockFile(one.documents).show(SHOP, List.of(one.hold), now(one.scene));
        assertThat(one.scene.documents.get(LockFile.key(SHOP)).map(Document::body))
                .hasValueSatisfying(text ->
                        assertThat(new String(text, java.nio.charset.StandardCharsets.UTF_8))
                                .contains(one.hold.id().text()));
        return shown;
    }

    private static Object showNobody(Try one) {
        LockFile.Shown shown = new LockFile(one.documents).show(SHOP, List.of(), now(one.scene));
        assertThat(one.scene.documents.get(LockFile.key(SHOP))).isEmpty();
        return shown;
    }
}
