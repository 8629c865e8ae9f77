package holdfast.app;

import holdfast.engine.EngineSettings;
import holdfast.rulebook.Rules;
import java.math.BigDecimal;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Loads what a store, an engine and a command under a lock need while the arguments are being read, which takes about as long. Nothing depends on it: each
 * of these loads itself at its first use, but slowly, since it reads calendars, providers and a native library.
 */
final class Preloading {
    /** In the order in which a command needs them. */
    private static final List<Callable<?>> FIRST_USES =
            List.of(
                    SQLiteConfig::new,
                    SQLiteJDBCLoader::initialize,
                    LoggerFactory::getILoggerFactory,
                    SecureRandom::new,
                    () -> BigDecimal.ONE, // for JSON and for parts of durations
                    Preloading::compareRecords,
                    () -> ProcessHandle.current().isAlive(),
                    () -> new ProcessBuilder().environment().isEmpty());

    private Preloading() {}

    static void start() {
        Thread.ofPlatform().daemon().name("holdfast-preloading").start(Preloading::run);
    }

    private static void run() {
        try {
            for (Callable<?> use : FIRST_USES) {
                var _ = use.call();
            }
        } catch (Exception | LinkageError e) {
            // Whoever opens the store meets it again, and can tell.
        }
    }

    private static boolean compareRecords() {
        Rules rules = EngineSettings.DEFAULT.rules();
        return rules.agreement().equals(rules.agreement());
    }
}
