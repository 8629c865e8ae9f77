package holdfast.cli;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.store.HoldPage;
import java.util.List;

/** A hold and the store's time at which it was read. */
record LockRow(Hold hold, StoreTime now) {
    LockState state() {
        return LockState.of(hold, now);
    }

    static List<LockRow> all(List<HoldPage> pages) {
        return pages.stream()
                .flatMap(page -> page.holds().stream().map(hold -> new LockRow(hold, page.now())))
                .toList();
    }
}
