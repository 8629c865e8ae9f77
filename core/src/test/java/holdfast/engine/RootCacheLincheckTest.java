package holdfast.engine;

import static holdfast.engine.Stubs.check;
import static holdfast.engine.Stubs.together;

import holdfast.model.Root;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Interest;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/** committed, find: whatever the order in which commits are noted, what is remembered never goes back to an older one. */
final class RootCacheLincheckTest {
    private static final Root ROOT = Stubs.API.root();

    @Test
    void theNewestOfTwoCommitsIsRemembered() {
        Lincheck.runConcurrentTest(
                200,
                () -> {
                    var cache = new RootCache(new StubHost());
                    together(() -> note(cache, 1), () -> note(cache, 2));
                    check(versionIn(cache) == 2, "remembers version " + versionIn(cache));
                });
    }

    @Test
    void whatIsFoundNeverGoesBack() {
        Lincheck.runConcurrentTest(
                200,
                () -> {
                    var cache = new RootCache(new StubHost());
                    note(cache, 2);
                    together(
                            () -> note(cache, 1),
                            () -> note(cache, 3),
                            () -> {
                                long first = versionIn(cache);
                                long second = versionIn(cache);
                                check(2 <= first && first <= second, first + " then " + second);
                            });
                });
    }

    private static void note(RootCache cache, long version) {
        var grant = new Change.Grant(Stubs.draft(Duration.ofMinutes(1)));
        var commit = new Commit(ROOT, Interest.NONE, List.of(), List.of(grant), Set.of());
        cache.committed(
                RootView.untouched(ROOT, Stubs.NOON),
                commit,
                new Stamp(Stubs.NOON, version, version, Set.of()));
    }

    private static long versionIn(RootCache cache) {
        return cache.find(ROOT).map(RootView::version).orElse(0L);
    }
}
