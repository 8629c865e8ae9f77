package holdfast.app;

import java.security.SecureRandom;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Loads what a store needs while the arguments are being read. Both take about as long, and all of it is in libraries: their
 * first use reads calendars, services and a native library.
 */
final class Preloading {
    private Preloading() {}

    static void start() {
        Thread.ofPlatform().daemon().name("holdfast-preloading").start(Preloading::run);
    }

    private static void run() {
        try {
            new SQLiteConfig();
            SQLiteJDBCLoader.initialize();
            LoggerFactory.getILoggerFactory();
            new SecureRandom();
        } catch (Exception | LinkageError e) {
            // Whoever opens the store meets it again, and can tell.
        }
    }
}
