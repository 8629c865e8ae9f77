package holdfast.store.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns the pages of a list that is given piece by piece. */
final class Pages {
    private static final int PAGES_MAX = 1_000;

    private Pages() {}

    /** @param pageAfter gives the page after an element, or the first for null */
    static <T> List<T> all(Function<@Nullable T, List<T>> pageAfter) {
        var all = new ArrayList<T>();
        List<T> page = pageAfter.apply(null);
        // Bounded, so that a store that goes in circles fails the test instead of never ending it.
        for (int pages = 1; !page.isEmpty() && pages < PAGES_MAX; pages++) {
            all.addAll(page);
            page = pageAfter.apply(page.getLast());
        }
        return all;
    }
}
