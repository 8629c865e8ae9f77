package holdfast.engine;

import holdfast.model.Hold;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads holds page by page to the end. */
public final class HoldPages {
    private static final int PAGE = 500;

    private HoldPages() {}

    /** Where they are read: a store, or an engine on it. */
    @FunctionalInterface
    public interface Source {
        HoldPage holds(@Nullable HoldCursor after, int limit);
    }

    public static List<HoldPage> all(Source source) {
        List<HoldPage> pages = new ArrayList<>();
        @Nullable HoldCursor after = null;
        HoldPage page;
        do {
            page = source.holds(after, PAGE);
            pages.add(page);
            for (Hold hold : page.holds()) {
                after = HoldCursor.after(hold);
            }
        } while (page.holds().size() == PAGE);
        return pages;
    }
}
