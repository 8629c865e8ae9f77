package holdfast.store.files;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.DocumentKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A list is what sorting all keys would give, whatever they look like as files. */
final class ListingTest {
    private static final int KEY_LENGTH_MAX = 500;

    private static final List<String> SEGMENTS =
            List.of(
                    "a",
                    "a-b",
                    "a.json",
                    "a.json.0001",
                    "b",
                    "state.json",
                    "state.json.lock",
                    "0",
                    ".hidden",
                    "Z",
                    "x".repeat(200),
                    "x".repeat(200) + "-",
                    "x".repeat(200) + ".json",
                    "x".repeat(196) + ".json",
                    "x".repeat(401) + "y");

    private static String key(Random chance) {
        int depth = 1 + chance.nextInt(3);
        var segments = new ArrayList<String>();
        for (int i = 0; i < depth; i++) {
            segments.add(SEGMENTS.get(chance.nextInt(SEGMENTS.size())));
        }
        return String.join("/", segments);
    }

    @Test
    void theNextFewAfterAnyKeyBelowAnyPrefixAreThoseThatSortingGives() {
        var chance = new Random(7);
        try (Folder folder = Folder.create();
                FileDocumentStore store = FileDocumentStore.open(folder.path())) {
            var all = new TreeSet<String>();
            while (all.size() < 120) {
                String key = key(chance);
                if (key.length() <= KEY_LENGTH_MAX && all.add(key)) {
                    store.put(new DocumentKey(key), null, new byte[0]);
                }
            }
            for (int i = 0; i < 500; i++) {
                String some = key(chance);
                String prefix = i % 3 == 0 ? "" : some.substring(0, chance.nextInt(some.length()));
                String after = i % 2 == 0 ? null : key(chance);
                if (after != null && after.length() > KEY_LENGTH_MAX) {
                    continue;
                }
                int limit = 1 + chance.nextInt(6);

                List<String> expected =
                        all.stream()
                                .filter(key -> key.startsWith(prefix))
                                .filter(key -> after == null || key.compareTo(after) > 0)
                                .limit(limit)
                                .toList();

                assertThat(store.list(prefix, after == null ? null : new DocumentKey(after), limit))
                        .as("after '%s' below '%s'", after, prefix)
                        .extracting(DocumentKey::text)
                        .containsExactlyElementsOf(expected);
            }
        }
    }
}
