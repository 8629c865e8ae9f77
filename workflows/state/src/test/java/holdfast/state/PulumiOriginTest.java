package holdfast.state;

import static holdfast.state.Scene.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is taken over from Pulumi. */
final class PulumiOriginTest {
    private static final String STACKS = ".pulumi/stacks/shop/";

    private final Map<String, byte[]> files = new TreeMap<>();
    private final PulumiOrigin pulumi = new PulumiOrigin(new Given(files), "shop", "production");

    private record Given(Map<String, byte[]> files) implements Origin {
        @Override
        public Optional<byte[]> read(String path) {
            return Optional.ofNullable(files.get(path));
        }

        @Override
        public List<String> list(String folder) {
            return files.keySet().stream().filter(path -> path.startsWith(folder)).toList();
        }

        @Override
        public String place(String path) {
            return path;
        }

        @Override
        public void close() {}
    }

    private void checkpoint(String... urns) {
        var resources = new StringBuilder();
        for (String urn : urns) {
            resources
                    .append(resources.isEmpty() ? "" : ",")
                    .append("{\"urn\": \"" + urn + "\", \"type\": \"aws:s3:Bucket\"}");
        }
        files.put(
                STACKS + "production.json",
                bytes("{\"checkpoint\": {\"latest\": {\"resources\": [" + resources + "]}}}"));
    }

    @Test
    void noResourceOfManyWithOneNameIsLost() {
        String first = "urn:pulumi:production::shop::aws:s3:Bucket::logs";
        String second = "urn:pulumi:production::shop::my:Site$aws:s3:Bucket::logs";
        String third = "urn:pulumi:production::shop::my:Shop$aws:s3:Bucket::logs";
        checkpoint(first, second, third);

        Map<String, ?> resources = StateDocument.parse(pulumi.document()).resources();

        assertThat(resources).hasSize(3).containsKeys("logs", "aws:s3:Bucket/logs");
        assertThat(resources.toString()).contains(first).contains(second).contains(third);
    }

    @Test
    void aFileOfTheHistoryThatCannotBeUnpackedDoesNotEndTheImport() {
        checkpoint();
        String old = ".pulumi/history/shop/production/production-1.checkpoint.json";
        files.put(old, bytes("{}"));
        files.put(old + ".zst", bytes("packed"));

        assertThat(pulumi.files()).containsOnlyKeys(STACKS + "production.json", old);
        assertThat(pulumi.leftOut()).containsExactly(old + ".zst");
    }

    @Test
    void aCheckpointThatCannotBeUnpackedEndsTheImport() {
        files.put(STACKS + "production.json.zst", bytes("packed"));

        assertThatThrownBy(pulumi::files)
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("unpack it first");
    }
}
