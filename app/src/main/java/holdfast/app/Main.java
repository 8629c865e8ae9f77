package holdfast.app;

import holdfast.cli.Cli;

/** Starts Holdfast. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        var environment = System.getenv();
        System.exit(new Cli(version(), new StoreAddresses(environment), environment).run(args));
    }

    private static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
