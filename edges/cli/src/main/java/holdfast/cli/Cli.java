package holdfast.cli;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.store.StoreException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
        CommandLine root =
                CommandTree.of(context, version, List.of(arguments))
                        .setParameterExceptionHandler(this::misused)
                        .setExecutionExceptionHandler((e, line, result) -> failed(e, line))
                        .setColorScheme(colours())
                        .setOut(writer(context.terminal().out()))
                        .setErr(writer(context.terminal().err()));
        return root.execute(arguments);
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
        context.terminal().say(String.valueOf(e.getMessage()));
        context.terminal()
                .say("try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'");
        return ExitCode.USAGE.code();
    }

    private int failed(Exception failure, CommandLine line) {
        if (context.environment().get(DEBUG) != null) {
            failure.printStackTrace(context.terminal().err());
        }
        return switch (failure) {
            case InvalidRequestException e -> complain(e.getMessage(), e.code(), line);
            case StoreException e -> complain(e.getMessage(), e.code(), line);
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

    private int complain(@Nullable String message, ErrorCode code, CommandLine line) {
        var complaints = Complaints.to(context.terminal());
        var output = line.getCommandSpec().findOption(OutputOption.NAME);
        boolean json = output != null && output.getValue() == OutputOption.Form.JSON;
        return (json ? complaints.andToPrograms() : complaints)
                .failed(String.valueOf(message), code);
    }
}
