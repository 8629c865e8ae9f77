package holdfast.state;

import static holdfast.state.Scene.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken for a state of Terraform's, and what is known of it. */
final class TerraformOriginTest {
    private record Given(byte[] body) implements Origin {
        @Override
        public Optional<byte[]> read(String path) {
            return Optional.of(body);
        }

        @Override
        public List<String> list(String folder) {
            return List.of();
        }

        @Override
        public String place(String path) {
            return path;
        }

        @Override
        public void close() {}
    }

    private static byte[] read(byte[] body) {
        return new TerraformOrigin(new Given(body), "net.tfstate", "net.tfstate", null).read();
    }

    @Test
    void howeverLongWhatIsEncryptedIsItIsAState() {
        byte[] state =
                bytes(
                        "{\"serial\":7,\"lineage\":\"a\",\"encrypted_data\":\""
                                + "x".repeat(100_000_001)
                                + "\"}");

        assertThat(read(state)).isSameAs(state);
        assertThat(TerraformOrigin.facts(state)).isEqualTo(Map.of("serial", "7", "lineage", "a"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"serial\":1}",
                "{\"version\":4",
                "{\"version\":4}}",
                "{\"version\":4,\"a\":{\"b\":1,\"b\":2}}",
                "{\"a\":{\"version\":4}}"
            })
    void whatIsNoWholeObjectWithAVersionIsNoState(String text) {
        assertThatThrownBy(() -> read(bytes(text)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("is not a state");
    }
}
