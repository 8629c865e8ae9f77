package holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SortedArrayTest {
    private final SortedArray<String> array =
            new SortedArray<>(Comparator.comparingInt(String::length));

    @Test
    void elementsAreInOrderHoweverTheyCame() {
        List.of("ccc", "a", "eeeee", "bb").forEach(array::put);

        assertThat(array.asList()).containsExactly("a", "bb", "ccc", "eeeee");
    }

    @Test
    void anElementReplacesItsEqual() {
        List.of("a", "bb", "xx").forEach(array::put);

        assertThat(array.asList()).containsExactly("a", "xx");
    }

    @Test
    void anElementIsRemovedByItsEqualAndNothingElseIs() {
        List.of("a", "bb", "ccc").forEach(array::put);

        array.remove("yy");
        array.remove("zzzz");

        assertThat(array.asList()).containsExactly("a", "ccc");
    }

    @Test
    void whatIsSoughtIsFoundAsARange() {
        List.of("a", "bb", "ccc", "dddd").forEach(array::put);

        assertThat(array.allAt(text -> text.length() < 2 ? -1 : text.length() > 3 ? 1 : 0))
                .containsExactly("bb", "ccc");
        assertThat(array.allAt(text -> -1)).isEmpty();
        assertThat(array.allAt(text -> 1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void itHoldsWhatATreeWouldHold(long seed) {
        var random = new Random(seed);
        var numbers = new SortedArray<Integer>(Comparator.naturalOrder());
        var tree = new TreeSet<Integer>();
        for (int i = 0; i < 3_000; i++) {
            int number = random.nextInt(500);
            // Grows for a while and shrinks for a while, so that both ways of making room are
            // walked.
            if (random.nextInt(10) < (i / 1_000 == 1 ? 2 : 7)) {
                numbers.put(number);
                tree.add(number);
            } else {
                numbers.remove(number);
                tree.remove(number);
            }
        }

        assertThat(numbers.asList()).isEqualTo(List.copyOf(tree));
        assertThat(numbers.size()).isEqualTo(tree.size());
    }
}
