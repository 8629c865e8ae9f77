package holdfast.cli;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.model.NotPermittedException;
import holdfast.store.StoreException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
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

    /** The same, and with a server to run, which is made when it is asked for. */
    public Cli with(Supplier<Servers> servers) {
        return new Cli(version, context.with(servers));
    }

    Cli(String version, Context context) {
        this.version = version;
        this.context = context;
    }

    /** @return the exit code */
    public int run(String... arguments) {
        if (LaunchLocale.hasLostCharacters(arguments)) {
            return complaints(OutputOption.isJson(arguments))
                    .failed(
                            "the arguments have characters that this locale loses: set LC_ALL=C.UTF-8",
                            ErrorCode.INVALID_REQUEST);
        }
        CommandLine root =
                CommandTree.of(context, version, List.of(arguments))
                        .setParameterExceptionHandler(this::misused)
                        .setExecutionExceptionHandler((e, line, result) -> failed(e, line))
                        .setColorScheme(colours())
                        .setOut(writer(context.terminal().out()))
                        .setErr(writer(context.terminal().err()));
        return root.execute(asOption(arguments));
    }

    /** People type {@code holdfast help run}, and mean {@code holdfast run --help}. */
    private static String[] asOption(String... arguments) {
        if (arguments.length == 0 || !arguments[0].equals("help")) {
            return arguments;
        }
        return Stream.concat(Stream.of(arguments).skip(1), Stream.of("--help"))
                .toArray(String[]::new);
    }

    /** Help is for people too: in colours only where they can be seen. */
    private Help.ColorScheme colours() {
        return Help.defaultColorScheme(
                Terminal.isTerminal() && Screen.likesColours(context.environment())
                        ? Help.Ansi.ON
                        : Help.Ansi.OFF);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }

    private int misused(ParameterException e, String[] arguments) {
        complaints(OutputOption.isJson(arguments))
                .failed(Misuse.inWords(e), ErrorCode.INVALID_REQUEST);
        context.terminal()
                .say("try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'");
        return ExitCode.USAGE.code();
    }

    private int failed(Exception failure, CommandLine line) {
        if (context.environment().get(DEBUG) != null) {
            failure.printStackTrace(context.terminal().err());
        }
        return switch (failure) {
            case InvalidRequestException e ->
                    complaints(isJson(line)).failed(String.valueOf(e.getMessage()), e.code());
            case NotPermittedException e ->
                    complaints(isJson(line)).failed(String.valueOf(e.getMessage()), e.code());
            case StoreException e ->
                    complaints(isJson(line)).failed(String.valueOf(e.getMessage()), e.code());
            default ->
                    complaints(isJson(line))
                            .mistaken(
                                    "a mistake in Holdfast: "
                                            + failure
                                            + "; set "
                                            + DEBUG
                                            + "=1 to see where");
        };
    }

    private static boolean isJson(CommandLine line) {
        var output = line.getCommandSpec().findOption(OutputOption.NAME);
        return output != null && output.getValue() == OutputOption.Form.JSON;
    }

    private Complaints complaints(boolean json) {
        var complaints = Complaints.to(context.terminal());
        return json ? complaints.andToPrograms() : complaints;
    }
}
