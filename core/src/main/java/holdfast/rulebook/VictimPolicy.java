package holdfast.rulebook;

import holdfast.model.Waiter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Rule 10, the choice: which wait of a cycle is given up. All engines choose the same. */
public enum VictimPolicy {
    /** The wait that began last has lost the least. */
    NEWEST,
    OLDEST,
    /** The lowest priority, and of these the newest. */
    LOWEST_PRIORITY,
    /** Any, but the same one for the same cycle. */
    RANDOM;

    private static final Comparator<Waiter> BY_AGE =
            Comparator.comparing(Waiter::enqueuedAt)
                    .thenComparing(waiter -> waiter.claim().request().text());

    /** @param waits at least one */
    public Waiter choose(List<Waiter> waits) {
        List<Waiter> byAge = waits.stream().sorted(BY_AGE).toList();
        return switch (this) {
            case NEWEST -> byAge.get(byAge.size() - 1);
            case OLDEST -> byAge.get(0);
            case LOWEST_PRIORITY ->
                    byAge.reversed().stream()
                            .min(Comparator.comparing(Waiter::priority))
                            .orElseThrow();
            case RANDOM -> byAge.get(Math.floorMod(textOf(byAge).hashCode(), byAge.size()));
        };
    }

    /** A text, since its hash is the same on every machine. */
    private static String textOf(List<Waiter> waits) {
        return waits.stream()
                .map(wait -> wait.claim().request().text())
                .collect(Collectors.joining("\n"));
    }
}
