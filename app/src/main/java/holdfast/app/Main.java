package holdfast.app;

import holdfast.cli.Cli;
import java.util.List;
import java.util.Map;

/** Starts Holdfast. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(run(System.getenv(), args));
    }

    static int run(Map<String, String> environment, String... args) {
        if (meansAServer(environment, args)) {
            Preloading.ofAServer();
        } else {
            Preloading.ofAStore();
        }
        var stores = new StoreAddresses(environment);
        return new Cli(version(), stores, environment)
                // Made when it is asked for: the server's classes are loaded by those who serve.
                .with(() -> new Serving(stores, environment))
                .run(args);
    }

    /** A guess that only saves time: the command line itself finds out where the locks are. */
    private static boolean meansAServer(Map<String, String> environment, String... args) {
        return !environment.getOrDefault("HOLDFAST_SERVER", "").isBlank()
                || List.of(args).contains("--server");
    }

    private static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
