package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.saved;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.memory.MemoryDocumentStore;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Terraform applies a plan that was saved if serial and lineage are those of the state that it was made on. */
final class RestoredSerialTest {
    private final Scene scene = new Scene(new MemoryDocumentStore());

    @AfterEach
    void end() {
        scene.close();
    }

    private static String state(long serial, String lineage) {
        return "{\n  \"version\": 4,\n  \"serial\": %d,\n  \"lineage\": \"%s\", \"n\": 1.10, \"é\": {\"serial\": 3}\n}\n"
                .formatted(serial, lineage);
    }

    private StateVersion deploy(String body) {
        Writer writer = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, writer);
        var facts = new java.util.TreeMap<String, String>();
        PlainSerial.in(bytes(body))
                .ifPresent(found -> {
                    facts.put("serial", found.text());
                    facts.put("lineage", found.lineage());
                });
        SaveRequest request = SaveRequest.of(writer, new SaveRequest.Base.Anything()).with(facts);
        StateVersion version = saved(scene.states.save(NETWORK, request, bytes(body)));
        scene.release(writer, NETWORK);
        return version;
    }

    private StateVersion restore(StateVersion version) {
        Writer writer = scene.lock(NETWORK.text());
        StateVersion restored =
                saved(
                        scene.states.restore(
                                NETWORK, writer, new RestorePoint.OfVersion(version.id())));
        scene.release(writer, NETWORK);
        return restored;
    }

    @Test
    void whatIsRestoredHasANewSerialAndNoOtherByteIsTouched() {
        StateVersion first = deploy(state(9, "l"));
        deploy(state(10, "l"));

        StateVersion restored = restore(first);

        assertThat(scene.text(NETWORK)).isEqualTo(state(11, "l"));
        assertThat(restored.facts())
                .isEqualTo(
                        Map.of(
                                "serial", "11",
                                "serial_was", "9",
                                "lineage", "l",
                                "restored_from", first.id()));
        assertThat(new String(scene.states.read(first), StandardCharsets.UTF_8))
                .isEqualTo(state(9, "l"));
    }

    /** A push by force may have brought the current serial down: a plan on any that there was must not fit. */
    @Test
    void theNewSerialIsAboveAllThatTheLineageEverHadAndNotOnlyAboveTheCurrentOne() {
        StateVersion first = deploy(state(1, "l"));
        deploy(state(40, "l"));
        deploy(state(5, "l"));
        deploy(state(70, "other"));

        StateVersion restored = restore(first);

        assertThat(restored.facts())
                .containsEntry("serial", "41")
                .containsEntry("alarm", "the lineage changed from other to l");
    }

    @Test
    void aStateThatWasRemovedComesBackWithASerialThatItNeverHad() {
        StateVersion first = deploy(state(1, "l"));
        deploy(state(8, "l"));
        Writer writer = scene.lock(NETWORK.text());
        saved(scene.states.remove(NETWORK, writer));
        scene.release(writer, NETWORK);

        assertThat(restore(first).facts()).containsEntry("serial", "9");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"serial\":1,\"lineage\":\"l\",\"meta\":{},\"encrypted_data\":\"x\",\"version\":4}",
                "{\"version\":4,\"serial\":1}",
                "{\"version\":4,\"serial\":-1,\"lineage\":\"l\"}",
                "{\"version\":4,\"serial\":1.5,\"lineage\":\"l\"}",
                "{\"version\":4,\"serial\":18446744073709551615,\"lineage\":\"l\"}",
                "{\"version\":4,\"serial\":1,\"serial\":2,\"lineage\":\"l\"}",
                "{\"version\":4,\"serial\":1,\"lineage\":\"l\"} {}",
                "{\"version\":4,\"serial\":1,\"lineage\":\"l\""
            })
    void whatIsEncryptedOrHasNoSerialThatCanBeRaisedComesBackByteForByte(String body) {
        StateVersion first = deploy(body);
        deploy(state(18, "l"));

        StateVersion restored = restore(first);

        assertThat(scene.text(NETWORK)).isEqualTo(body);
        assertThat(restored.facts()).doesNotContainKey("serial_was");
    }

    @Test
    void anOlderSerialThatCouldNotBeRaisedIsTold() {
        Writer writer = scene.lock(NETWORK.text());
        var facts = Map.of("serial", "1", "lineage", "l");
        byte[] encrypted = bytes("{\"serial\":1,\"lineage\":\"l\",\"encrypted_data\":\"x\"}");
        StateVersion first =
                saved(
                        scene.states.save(
                                NETWORK,
                                SaveRequest.of(writer, new SaveRequest.Base.Anything()).with(facts),
                                encrypted));
        scene.release(writer, NETWORK);
        deploy(state(2, "l"));

        assertThat(restore(first).facts())
                .containsEntry("alarm", "the serial went back from 2 to 1");
    }
}
