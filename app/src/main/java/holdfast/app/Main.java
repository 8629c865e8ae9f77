package holdfast.app;

import holdfast.cli.Cli;
import java.util.Map;

/** Starts Holdfast. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(run(System.getenv(), args));
    }

    static int run(Map<String, String> environment, String... args) {
        Preloading.start();
        var stores = new StoreAddresses(environment);
        return new Cli(version(), stores, environment)
                // Made when it is asked for: the server's classes are loaded by those who serve.
                .with(() -> new Serving(stores, environment))
                .run(args);
    }

    private static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
