package holdfast.cli;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import holdfast.store.LockStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A hold and the store's time at which it was read. */
record LockRow(Hold hold, StoreTime now) {
    private static final int PAGE = 500;

    LockState state() {
        return LockState.of(hold, now);
    }

    /** Where holds are read, page by page: a store, or an engine on it. */
    interface Source {
        HoldPage holds(@Nullable HoldCursor after, int limit);
    }

    static List<LockRow> all(LockStore store) {
        return all(store::holds);
    }

    static List<LockRow> all(Source source) {
        var rows = new ArrayList<LockRow>();
        @Nullable HoldCursor after = null;
        HoldPage page;
        do {
            page = source.holds(after, PAGE);
            for (Hold hold : page.holds()) {
                rows.add(new LockRow(hold, page.now()));
                after = HoldCursor.after(hold);
            }
        } while (page.holds().size() == PAGE);
        return rows;
    }
}
