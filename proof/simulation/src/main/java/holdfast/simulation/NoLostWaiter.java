package holdfast.simulation;

import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import java.util.HashMap;
import java.util.Map;

/** A caller that waits is in line or granted, once its process and the store have worked for a while. */
final class NoLostWaiter extends Invariant {
    private static final long SECOND = 1_000_000_000L;
    private static final long A_WHILE = 20 * SECOND;

    private final Map<RequestId, Long> missingSince = new HashMap<>();
    private long checkedAt;

    NoLostWaiter(World world) {
        super(world);
    }

    @Override
    void stepped() {
        long now = world().scheduler().now();
        if (now - checkedAt < SECOND || now - world().weather().lastBadAt() < A_WHILE) {
            return;
        }
        checkedAt = now;
        for (Ledger.Entry entry : world().ledger().open()) {
            boolean settled =
                    now - entry.since() > A_WHILE
                            && entry.callers().stream()
                                    .allMatch(caller -> now - caller.node().resumedAt() > A_WHILE);
            RequestId id = entry.request().id();
            if (!settled || entry.isOneOfSeveral() || isKnown(entry)) {
                missingSince.remove(id);
            } else if (now - missingSince.computeIfAbsent(id, request -> now) > A_WHILE) {
                broken(entry.request() + " waits and is not in line");
            }
        }
    }

    private boolean isKnown(Ledger.Entry entry) {
        StoreTime now = world().ground().now();
        var request = entry.request();
        RootSnapshot root = world().ground().snapshot(request.resource().root());
        return root.waiter(request.id()).filter(waiter -> Judgement.lives(waiter, now)).isPresent()
                || root.holds().stream().anyMatch(hold -> hold.claim(request.id()).isPresent());
    }

    @Override
    void dataLost() {
        checkedAt = world().scheduler().now() + A_WHILE;
    }
}
