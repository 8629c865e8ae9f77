package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.DocumentKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Keys are listed by prefix, in order, page by page. */
abstract class DocumentListsContract extends DocumentStoreScene {
    DocumentListsContract(Supplier<DocumentStoreFixture> open) {
        super(open);
    }

    private void write(String... keys) {
        List.of(keys).forEach(key -> stored(new DocumentKey(key), null, bytes(key)));
    }

    private List<String> listed(String prefix, @Nullable String after, int limit) {
        var from = after == null ? null : new DocumentKey(after);
        return store.list(prefix, from, limit).stream().map(DocumentKey::text).toList();
    }

    @Test
    void nothingIsListedOfAnEmptyStore() {
        assertThat(listed("", null, 10)).isEmpty();
    }

    @Test
    void keysAreListedInTheOrderOfTheirBytes() {
        write("b", "a/b", "a", "a.b", "a-b", "B", "a%b", "a_b", "a~b", "aa", "1");

        assertThat(listed("", null, 100))
                .containsExactly(
                        "1", "B", "a", "a%b", "a-b", "a.b", "a/b", "a_b", "aa", "a~b", "b");
    }

    @Test
    void onlyKeysThatBeginWithThePrefixAreListed() {
        write("app/one", "app/two", "app", "application", "ap", "other/app/one");

        assertThat(listed("app/", null, 10)).containsExactly("app/one", "app/two");
        assertThat(listed("app", null, 10))
                .containsExactly("app", "app/one", "app/two", "application");
        assertThat(listed("app/o", null, 10)).containsExactly("app/one");
        assertThat(listed("nothing", null, 10)).isEmpty();
    }

    @Test
    void noCharacterOfAPrefixIsAWildcardAndCaseMatters() {
        write("a_b/x", "axb/x", "a%b/x", "A_B/x", "a.b/x", "a+b/x");

        assertThat(listed("a_b", null, 10)).containsExactly("a_b/x");
        assertThat(listed("a%", null, 10)).containsExactly("a%b/x");
        assertThat(listed("a.b", null, 10)).containsExactly("a.b/x");
        assertThat(listed("A", null, 10)).containsExactly("A_B/x");
    }

    @Test
    void aPrefixThatNoKeyCanHaveListsNothing() {
        write("a", "b");

        assertThat(listed("ä", null, 10)).isEmpty();
        assertThat(listed("a'", null, 10)).isEmpty();
        assertThat(listed("a//", null, 10)).isEmpty();
    }

    @Test
    void aListGoesOnAfterTheGivenKey() {
        write("b", "p", "p/a", "p/b", "p/c", "q");

        assertThat(listed("p/", "p/a", 10)).containsExactly("p/b", "p/c");
        assertThat(listed("p/", "p/aa", 10)).containsExactly("p/b", "p/c");
        assertThat(listed("p/", "p/c", 10)).isEmpty();
        assertThat(listed("p/", "a", 10)).containsExactly("p/a", "p/b", "p/c");
        assertThat(listed("p/", "q", 10)).isEmpty();
    }

    @Test
    void atMostSoManyKeysAreListed() {
        write("a", "b", "c");

        assertThat(listed("", null, 2)).containsExactly("a", "b");
    }

    @Test
    void allKeysAreFoundPageByPageOnceEach() {
        var keys = new ArrayList<String>();
        for (int i = 100; i < 125; i++) {
            keys.add("run/" + i);
            write("run/" + i);
        }

        var found = Pages.<String>all(last -> listed("run/", last, 4));

        assertThat(found).isEqualTo(keys);
    }

    @Test
    void aKeyMayBeAsLongAsTheLimitAndUseEveryAllowedCharacter() {
        var odd = new DocumentKey("aZ09._=@+~%-/%2F/..a/" + "x".repeat(200) + "/...");
        var longest =
                new DocumentKey(
                        ("segment" + "/segment".repeat(87)).substring(0, DocumentKey.LENGTH_MAX - 1)
                                + "x");

        stored(odd, null, bytes("odd"));
        stored(longest, null, bytes("longest"));

        assertBody(odd, "odd");
        assertBody(longest, "longest");
        assertThat(store.list("", null, 10)).containsExactly(odd, longest);
    }

    @Test
    void aKeyMayBeOneSegmentAsLongAsTheLimit() {
        var key = new DocumentKey("x".repeat(DocumentKey.LENGTH_MAX));

        stored(key, null, bytes("one segment"));

        assertBody(key, "one segment");
        assertThat(store.list("xxx", null, 10)).containsExactly(key);
    }
}
