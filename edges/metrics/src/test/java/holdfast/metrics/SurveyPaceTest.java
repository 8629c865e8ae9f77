package holdfast.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.store.LockStore;
import holdfast.store.memory.MemoryLockStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** How often the store is looked at. */
final class SurveyPaceTest {
    private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

    private final AtomicInteger listings = new AtomicInteger();

    private LockStore counted(LockStore real, boolean isIndexed) {
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("isIndexed")) {
                                return isIndexed;
                            }
                            if (method.getName().equals("holds")) {
                                listings.incrementAndGet();
                            }
                            return method.invoke(real, arguments);
                        });
    }

    private static Survey survey(LockEngine engine) {
        var registry = new SimpleMeterRegistry();
        var places = new Places(10);
        return new Survey(
                engine, places, new LockListener(registry, places), new BackendMetrics(registry));
    }

    private void survey(boolean isIndexed, Consumer<Survey> test) {
        LockStore store = counted(MemoryLockStore.withSystemClock(), isIndexed);
        try (LockEngine engine = LockEngine.open(store, EngineSettings.DEFAULT)) {
            test.accept(survey(engine));
        }
    }

    @Test
    void whereEverythingIsReadForALookThereIsARestAfterIt() {
        survey(
                false,
                survey -> {
                    survey.runUnlessItRests();
                    survey.runUnlessItRests();
                    assertThat(listings.get()).isEqualTo(1);
                });
    }

    @Test
    void whereALookCostsLittleItIsMadeAsOftenAsAsked() {
        survey(
                true,
                survey -> {
                    long began = System.nanoTime();
                    // The first one may take long, in a process that has just begun.
                    while (listings.get() < 3) {
                        survey.runUnlessItRests();
                        assertThat(System.nanoTime() - began).isLessThan(PATIENCE_NANOS);
                    }
                });
    }
}
