package holdfast.state;

import static holdfast.state.Scene.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What it costs to put many files of Pulumi's. */
final class ManyFilesTest {
    private static final int MANY = 2_500;

    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final InterposedStore counted = new InterposedStore(documents);
    private final AtomicInteger signs = new AtomicInteger();

    private PulumiFiles files(int count, String body) {
        var files = new LinkedHashMap<String, byte[]>();
        for (int i = 0; i < count; i++) {
            files.put(".pulumi/history/" + i, bytes(body));
        }
        PulumiFiles all = PulumiFiles.of(files);
        return new PulumiFiles() {
            @Override
            public Map<String, Announced> announced() {
                return all.announced();
            }

            @Override
            public void each(Taker taker) throws IOException {
                all.each(taker);
            }

            @Override
            public void progress() {
                signs.incrementAndGet();
            }
        };
    }

    @Test
    void whatIsNotThereIsPutAndNotAskedFor() throws IOException {
        new PulumiFolder(counted).put(Scene.SHOP, files(MANY, "{}"));

        assertThat(counted.reads()).isZero();
        assertThat(counted.puts()).isEqualTo(MANY);
        assertThat(signs.get()).as("so that nobody thinks it stands still").isGreaterThan(20);
    }

    @Test
    void whatIsThereIsLookedAtOnceAndStays() throws IOException {
        new PulumiFolder(documents).put(Scene.SHOP, files(MANY, "{}"));

        new PulumiFolder(counted).put(Scene.SHOP, files(MANY + 1, "{}"));

        assertThat(counted.reads()).isEqualTo(MANY);
        assertThat(counted.puts()).isEqualTo(1);
        assertThat(signs.get()).isGreaterThan(MANY);
    }

    @Test
    void whatComesInThisVeryMomentIsLookedAtToo() throws IOException {
        var key = Scene.SHOP.key("pulumi/.pulumi/history/0");
        counted.beforePut(key, () -> documents.put(key, null, bytes("{}")));
        new PulumiFolder(counted).put(Scene.SHOP, files(1, "{}"));
        assertThat(counted.reads()).isEqualTo(1);

        var next = Scene.SHOP.key("pulumi/.pulumi/history/1");
        counted.beforePut(next, () -> documents.put(next, null, bytes("theirs")));
        assertThatThrownBy(() -> new PulumiFolder(counted).put(Scene.SHOP, files(2, "{}")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("is another");
    }
}
