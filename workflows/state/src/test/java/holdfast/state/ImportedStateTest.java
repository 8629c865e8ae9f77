package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States that are taken over, with what comes with them, once however often that is said. */
final class ImportedStateTest {
    private static final byte[] STATE = bytes("{\"version\":4,\"serial\":7,\"lineage\":\"l\"}");
    private static final byte[] OTHER = bytes("{\"version\":4,\"serial\":8,\"lineage\":\"l\"}");

    private final Scene scene = new Scene(new MemoryDocumentStore());

    @AfterEach
    void end() {
        scene.close();
    }

    private StateChanged take(
            StateName name, Hold hold, byte[] body, StateChange.WhenThere whenThere)
            throws IOException {
        return take(name, hold, body, PulumiFiles.NONE, whenThere);
    }

    private StateChanged take(
            StateName name,
            Hold hold,
            byte[] body,
            PulumiFiles files,
            StateChange.WhenThere whenThere)
            throws IOException {
        // A state says when it was saved, to the second.
        scene.clock.advance(Duration.ofSeconds(2));
        return new StateChanges(scene.states)
                .make(
                        name,
                        hold,
                        new StateChange.Import(
                                new ByteArrayInputStream(body),
                                Map.of(StateVersion.IMPORTED_FROM, "there"),
                                files,
                                whenThere));
    }

    private byte[] body(StateName name, String says) {
        return name.equals(SHOP) ? shop("api", says) : says.equals("one") ? STATE : OTHER;
    }

    @Test
    void underOneLockAStateIsTakenOverOnceAlsoWhereNoneMayBeReplaced() throws IOException {
        for (StateName name : new StateName[] {SHOP, NETWORK}) {
            Hold hold = scene.hold(name.root().text());
            var taken =
                    (StateChanged.Done)
                            take(name, hold, body(name, "one"), StateChange.WhenThere.REFUSE);

            for (var whenThere : StateChange.WhenThere.values()) {
                assertThat(take(name, hold, body(name, "one"), whenThere))
                        .isEqualTo(new StateChanged.Unchanged(taken.version()));
            }
            assertThat(scene.states.history(name, 10)).hasSize(1);
            assertThat(taken.version().operation()).isEqualTo("import");
            assertThat(taken.version().facts()).containsEntry("imported_from", "there");
        }
    }

    @Test
    void anotherIsNotTakenOverUnderTheSameLockUnlessThatIsSaid() throws IOException {
        for (StateName name : new StateName[] {SHOP, NETWORK}) {
            Hold hold = scene.hold(name.root().text());
            take(name, hold, body(name, "one"), StateChange.WhenThere.REFUSE);

            assertThat(isRefused(name, hold, body(name, "two"))).as(name.toString()).isTrue();

            assertThat(scene.states.history(name, 10)).hasSize(1);
            assertThat(take(name, hold, body(name, "two"), StateChange.WhenThere.REPLACE))
                    .isInstanceOf(StateChanged.Done.class);
            assertThat(scene.states.history(name, 10)).hasSize(2);
        }
    }

    private boolean isRefused(StateName name, Hold hold, byte[] body) throws IOException {
        try {
            return take(name, hold, body, StateChange.WhenThere.REFUSE)
                    instanceof StateChanged.Refused;
        } catch (InvalidRequestException e) {
            assertThat(e).hasMessageContaining("already").hasMessageContaining("--replace");
            return true;
        }
    }

    @Test
    void whoLostItsLockTakesNothingOver() throws IOException {
        Hold late = scene.hold(SHOP.root().text());
        scene.release(Writer.of(late), SHOP);
        scene.deploy(SHOP, shop("api", "theirs"));

        assertThat(
                        take(
                                SHOP,
                                late,
                                shop("api", "mine"),
                                PulumiFiles.of(Map.of(".pulumi/a.json", bytes("{}"))),
                                StateChange.WhenThere.REPLACE))
                .isInstanceOf(StateChanged.Refused.class);
        assertThat(pulumi(".pulumi/a.json")).isNull();
        assertThat(scene.text(SHOP)).contains("theirs");
    }

    private byte @Nullable [] pulumi(String path) {
        return scene.documents
                .get(new DocumentKey("stacks/" + SHOP.text() + "/pulumi/" + path))
                .map(Document::body)
                .orElse(null);
    }

    @Test
    void whatComesFromASenderIsWhatItWas() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(".pulumi/meta.yaml", bytes("version: 1\n"));
        files.put(".pulumi/stacks/prod.json", new byte[1_000_000]);
        files.put(".pulumi/empty", new byte[0]);
        byte[] sent = StackUpload.write(shop("api", "one"), PulumiFiles.of(files));

        try (StackUpload read = StackUpload.read(new ByteArrayInputStream(sent))) {
            assertThat(
                            take(
                                    SHOP,
                                    scene.hold(SHOP.root().text()),
                                    read.state(),
                                    read,
                                    StateChange.WhenThere.REFUSE))
                    .isInstanceOf(StateChanged.Done.class);
        }

        files.forEach((path, body) -> assertThat(pulumi(path)).as(path).isEqualTo(body));
        assertThat(scene.text(SHOP)).contains("one");
    }

    @Test
    void nothingIsPutWhereOneFileIsAnothersOrTooLarge() throws IOException {
        Hold hold = scene.hold(SHOP.root().text());
        Map<String, byte[]> theirs = Map.of(".pulumi/b.json", bytes("theirs"));
        take(SHOP, hold, shop("api", "one"), PulumiFiles.of(theirs), StateChange.WhenThere.REFUSE);
        byte[] large = new byte[DocumentStore.BODY_BYTES_MAX + 1];

        for (Map.Entry<String, byte[]> bad :
                Map.of(".pulumi/b.json", bytes("mine"), ".pulumi/c.json", large).entrySet()) {
            var files = new LinkedHashMap<String, byte[]>();
            files.put(".pulumi/a.json", bytes("{}"));
            files.put(bad.getKey(), bad.getValue());
            assertThatThrownBy(() ->
                            take(
                                    SHOP,
                                    hold,
                                    shop("api", "two"),
                                    PulumiFiles.of(files),
                                    StateChange.WhenThere.REPLACE))
                    .isInstanceOf(InvalidRequestException.class);
        }

        assertThat(pulumi(".pulumi/a.json")).isNull();
        assertThat(scene.states.history(SHOP, 10)).hasSize(1);
    }

    @Test
    void onlyWhatLiesInThePulumiFolderIsPutThere() {
        Hold hold = scene.hold(SHOP.root().text());
        for (String path :
                new String[] {"pointer.json", ".pulumi/../x", ".pulumix/a", "/.pulumi/a"}) {
            assertThatThrownBy(() ->
                            take(
                                    SHOP,
                                    hold,
                                    shop("api", "one"),
                                    PulumiFiles.of(Map.of(path, bytes("{}"))),
                                    StateChange.WhenThere.REFUSE))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining(path);
        }
        assertThat(scene.states.history(SHOP, 10)).isEmpty();
    }

    /** A body that is cut off, or followed by another, is not what was sent. */
    @Test
    void whatDoesNotEndWhereItShouldIsNotTakenOverAlsoWithoutFiles() throws IOException {
        Hold hold = scene.hold(SHOP.root().text());
        String sent =
                new String(
                        StackUpload.write(shop("api", "one"), PulumiFiles.NONE),
                        StandardCharsets.UTF_8);

        for (String odd : new String[] {sent.substring(0, sent.length() - 1), sent + "{}"}) {
            try (var read = StackUpload.read(new ByteArrayInputStream(bytes(odd)))) {
                byte[] state = read.state();
                assertThatThrownBy(
                                () -> take(SHOP, hold, state, read, StateChange.WhenThere.REFUSE))
                        .isInstanceOf(InvalidRequestException.class);
            }
        }
        assertThat(scene.states.history(SHOP, 10)).isEmpty();
    }

    /** Sent without an end, it is given up as soon as it is too much. */
    @Test
    void noMoreIsReadThanAStateOrAFileMayHave() throws IOException {
        var state = new Endless("{\"state\":\"");
        assertThatThrownBy(() -> StackUpload.read(state)).isInstanceOf(TooLargeException.class);
        assertThat(state.given).isLessThan(2L * DocumentStore.BODY_BYTES_MAX);

        var file =
                new Endless(
                        "{\"state\":\"\",\"files\":{\"a\":{\"size\":9,\"sha256\":\""
                                + Digests.of(bytes("x")).sha256()
                                + "\"}},\"bodies\":{\"a\":\"");
        try (var read = StackUpload.read(file)) {
            assertThatThrownBy(() -> read.each((path, body) -> {}))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("another 'a'");
        }
        assertThat(file.given).isLessThan(1_000_000);
    }

    /** Begins like this, and goes on for ever. */
    private static final class Endless extends InputStream {
        private final byte[] beginning;
        private long given;

        Endless(String beginning) {
            this.beginning = bytes(beginning);
        }

        @Override
        public int read() {
            return given < beginning.length ? beginning[(int) given++] : next();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            for (int i = offset; i < offset + length; i++) {
                target[i] = (byte) read();
            }
            return length;
        }

        private int next() {
            given++;
            return 'A';
        }
    }

    @Test
    void whatIsWrongIsToldWithoutWhatWasSent() {
        for (String sent :
                new String[] {"hunter2", "{\"state\":hunter2}", "{\"state\":\"hunter2!\""}) {
            assertThatThrownBy(() -> StackUpload.read(new ByteArrayInputStream(bytes(sent))))
                    .isInstanceOf(InvalidRequestException.class)
                    .message()
                    .doesNotContain("hunter");
        }
    }

    @Test
    void whatIsTooLongIsRefusedAsWhatIsNoStack() {
        String begin = "{\"state\":\"\",\"files\":{\"";
        for (String sent :
                new String[] {
                    begin + "x".repeat(100_000) + "\":{}}}",
                    begin + "a\":{\"size\":" + "7".repeat(2_000) + ",\"sha256\":\"\"}}}",
                    begin + "a\":{\"size\":7,\"sha256\":\"" + "7".repeat(2_000) + "\"}}}",
                }) {
            assertThatThrownBy(() -> StackUpload.read(new ByteArrayInputStream(bytes(sent))))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("is not a stack with its files");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"files\":{}}",
                "{\"state\":\"!\"}",
                "{\"state\":7,\"files\":{},\"bodies\":{}}",
                "{\"state\":\"\",\"files\":[],\"bodies\":{}}",
                "{\"state\":\"\",\"files\":{\"a\":{}},\"bodies\":{}}",
                "{\"state\":\"\",\"files\":{\"a\":{\"size\":1,\"sha256\":\"x\"}},\"bodies\":{}}",
                "{\"state\":\"\",\"files\":{\"a\":{\"size\":2,\"sha256\":\"x\"}},\"bodies\":{\"a\":\"e30=\"}}",
                "{\"state\":\"\",\"files\":{},\"bodies\":{\"a\":\"e30=\"}}",
                "{\"state\":\"\",\"files\":{},\"bodies\":{},\"more\":1}",
                "{\"state\":\"\",\"files\":{},\"bodies\":{}",
            })
    void whatIsNoStackWithItsFilesIsRefused(String sent) {
        assertThatThrownBy(
                        () -> {
                            try (var read =
                                    StackUpload.read(new ByteArrayInputStream(bytes(sent)))) {
                                read.each((path, body) -> {});
                            }
                        })
                .isInstanceOf(InvalidRequestException.class);
    }
}
