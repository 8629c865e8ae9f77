package holdfast.cli;

import holdfast.store.LockStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The command line over a store of the test, with what it printed. */
final class CliRun {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Cli cli;

    CliRun(Supplier<LockStore> store, Map<String, String> environment) {
        this(store, environment, OptionalInt.empty());
    }

    CliRun(Supplier<LockStore> store, Map<String, String> environment, OptionalInt columns) {
        var stores =
                new Stores() {
                    @Override
                    public String absolute(@Nullable String address) {
                        return address == null ? "test:usual" : address;
                    }

                    @Override
                    public LockStore open(String address) {
                        return store.get();
                    }
                };
        var terminal =
                new Terminal(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        () -> columns);
        this.cli = new Cli("1.2.3-test", new Context(stores, environment, terminal));
    }

    int run(String... arguments) {
        return cli.run(arguments);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
