package holdfast.app;

import holdfast.engine.EngineSettings;
import holdfast.model.OwnerId;
import holdfast.rulebook.Rules;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
            List.of(SQLiteConfig::new, SQLiteJDBCLoader::initialize);

    private static final List<Callable<?>> OF_THE_PROCESS =
            List.of(
                    LoggerFactory::getILoggerFactory,
                    () -> ProcessHandle.current().isAlive(),
                    () -> new ProcessBuilder().environment().isEmpty());

    private static final List<Callable<?>> OF_THE_ENGINE =
            List.of(
                    UUID::randomUUID,
                    () -> BigDecimal.ONE, // for JSON and for parts of durations
                    Preloading::compareRecords);

    private Preloading() {}

    /** For a store on this machine. */
    static void ofAStore() {
        start(Stream.concat(OF_THE_STORE.stream(), OF_THE_PROCESS.stream()).toList());
        start(OF_THE_ENGINE);
    }

    /** For locks that a server keeps. */
    static void ofAServer() {
        start(OF_THE_PROCESS);
        start(OF_THE_ENGINE);
    }

    private static void start(List<Callable<?>> uses) {
        Thread.ofPlatform().daemon().name("holdfast-preloading").start(() -> run(uses));
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
