package holdfast.cli;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.store.StoreException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The command line as a whole: arguments in, exit code out. */
public final class Cli {
    private static final String DEBUG = "HOLDFAST_DEBUG";

    private final String version;
    private final Context context;

    /** Prints to this process's own outputs. */
    public Cli(String version, Stores stores, Map<String, String> environment) {
        this(version, new Context(stores, environment, Terminal.ofThisProcess()));
    }

    Cli(String version, Context context) {
        this.version = version;
        this.context = context;
    }

    /** @return the exit code */
    public int run(String... arguments) {
        if (LaunchLocale.hasLostCharacters(arguments)) {
            context.terminal()
                    .say(
                            "the arguments have characters that this locale loses: set LC_ALL=C.UTF-8");
            return ExitCode.USAGE.code();
        }
        var root = new CommandLine(new RootCommand());
        var run = new CommandLine(new RunCommand(context));
        var list = new CommandLine(new LocksListCommand(context));
        var locks = new CommandLine(new LocksCommand()).addSubcommand(list);
        root.addSubcommand(run).addSubcommand(locks);
        List.of(root, run, locks, list).forEach(line -> line.getCommandSpec().addOption(help()));
        root.getCommandSpec().addOption(version()).version("holdfast " + version);
        root.setCaseInsensitiveEnumValuesAllowed(true)
                // An argument that begins with @ is the command's own business.
                .setExpandAtFiles(false)
                .registerConverter(Duration.class, new Durations())
                .setParameterExceptionHandler(this::misused)
                .setExecutionExceptionHandler((e, line, result) -> failed(e))
                .setOut(writer(context.terminal().out()))
                .setErr(writer(context.terminal().err()));
        // What follows the command's name belongs to the command, with or without '--'.
        run.setStopAtPositional(true);
        return root.execute(arguments);
    }

    private static OptionSpec help() {
        return OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help.")
                .build();
    }

    private static OptionSpec version() {
        return OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Show the version.")
                .build();
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }

    private int misused(ParameterException e, String[] arguments) {
        context.terminal().say(String.valueOf(e.getMessage()));
        context.terminal()
                .say("try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'");
        return ExitCode.USAGE.code();
    }

    private int failed(Exception failure) {
        if (context.environment().get(DEBUG) != null) {
            failure.printStackTrace(context.terminal().err());
        }
        return switch (failure) {
            case InvalidRequestException e -> complain(e.getMessage(), e.code());
            case StoreException e -> complain(e.getMessage(), e.code());
            default -> {
                context.terminal()
                        .say(
                                "a mistake in Holdfast: "
                                        + failure
                                        + "; set "
                                        + DEBUG
                                        + "=1 to see where");
                yield ExitCode.INTERNAL.code();
            }
        };
    }

    private int complain(@Nullable String message, ErrorCode code) {
        context.terminal().complain("holdfast: " + message, code);
        return ExitCode.of(code).code();
    }
}
