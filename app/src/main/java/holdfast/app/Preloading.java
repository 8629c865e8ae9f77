package holdfast.app;

import holdfast.engine.EngineSettings;
import holdfast.model.OwnerId;
import holdfast.rulebook.Rules;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Loads what a store, an engine and a command under a lock need while the arguments are being read. Nothing depends on it: each of
 * these loads itself at its first use, but slowly, since it reads calendars, providers, tables of decimals and a native library.
 */
final class Preloading {
    /** In the order in which a command needs them, as are the next ones, which are loaded at the same time. */
    private static final List<Callable<?>> OF_THE_STORE =
            List.of(
                    SQLiteConfig::new,
                    SQLiteJDBCLoader::initialize,
                    LoggerFactory::getILoggerFactory,
                    () -> ProcessHandle.current().isAlive(),
                    () -> new ProcessBuilder().environment().isEmpty());

    private static final List<Callable<?>> OF_THE_ENGINE =
            List.of(
                    UUID::randomUUID,
                    () -> BigDecimal.ONE, // for JSON and for parts of durations
                    Preloading::compareRecords);

    private Preloading() {}

    static void start() {
        for (var uses : List.of(OF_THE_STORE, OF_THE_ENGINE)) {
            Thread.ofPlatform().daemon().name("holdfast-preloading").start(() -> run(uses));
        }
    }

    private static void run(List<Callable<?>> uses) {
        try {
            for (Callable<?> use : uses) {
                var _ = use.call();
            }
        } catch (Exception | LinkageError e) {
            // Whoever opens the store meets it again, and can tell.
        }
    }

    private static boolean compareRecords() {
        Rules rules = EngineSettings.DEFAULT.rules();
        return rules.agreement().equals(rules.agreement())
                && new OwnerId("preloading").hashCode() != 0;
    }
}
