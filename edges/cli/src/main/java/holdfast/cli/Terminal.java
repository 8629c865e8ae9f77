package holdfast.cli;

import holdfast.model.ErrorCode;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Where a command prints: results to {@code out}, everything that is said to people beside them to {@code err}.
 *
 * @param columns how wide the terminal is; empty if the output goes elsewhere
 * @param errColumns the same for {@code err}
 */
record Terminal(
        PrintStream out,
        PrintStream err,
        Supplier<OptionalInt> columns,
        Supplier<OptionalInt> errColumns) {
    private static final String PREFIX = "holdfast: ";

    static Terminal ofThisProcess() {
        return new Terminal(System.out, System.err, Terminal::outWidth, Terminal::errWidth);
    }

    /** A line about what Holdfast does, told apart from what the command prints. */
    void say(String line) {
        err.println(PREFIX + line);
    }

    /** Why something was not done, with the code that stands for it everywhere. */
    void complain(String text, ErrorCode code) {
        complain(text, code.name());
    }

    void complain(String text, String code) {
        // This line of another design stays as it is, for programs that look for it.
        String prefix = text.startsWith(RefusalText.BLOCKED) ? "" : PREFIX;
        err.println(prefix + text + " [" + code + "]");
    }

    /** Whether this process talks to a person. */
    static boolean isTerminal() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }

    private static OptionalInt outWidth() {
        return isTerminal() ? measured("stty size </dev/tty") : OptionalInt.empty();
    }

    private static OptionalInt errWidth() {
        return "dumb".equals(System.getenv("TERM"))
                ? OptionalInt.empty()
                : measured("[ -t 2 ] && stty size <&2");
    }

    private static OptionalInt measured(String question) {
        try {
            Process stty =
                    new ProcessBuilder("sh", "-c", question)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            String size =
                    new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            boolean done = stty.waitFor(1, TimeUnit.SECONDS) && stty.exitValue() == 0;
            int columns = done ? Integer.parseInt(size.strip().split(" ")[1]) : 0;
            return columns > 0 ? OptionalInt.of(columns) : OptionalInt.empty();
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return OptionalInt.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        }
    }
}
