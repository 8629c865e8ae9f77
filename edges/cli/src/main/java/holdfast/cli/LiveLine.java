package holdfast.cli;

import java.io.PrintStream;
import java.util.OptionalInt;

/**
 * The last line of a terminal, written over again and again. Where the output goes elsewhere there is none, and nothing is
 * written. Not safe for use by many threads.
 */
final class LiveLine {
    private static final String CLEARED = "\r\u001b[K";

    private final PrintStream out;
    private final OptionalInt width;
    private boolean shown;

    /** @param width of the terminal; empty if there is none */
    LiveLine(PrintStream out, OptionalInt width) {
        this.out = out;
        this.width = width;
    }

    void show(String line) {
        if (width.isPresent()) {
            // Back at its beginning: what others print meanwhile does not stand behind it.
            out.print(CLEARED + OneLine.cut(line, width.getAsInt() - 1) + "\r");
            out.flush();
            shown = true;
        }
    }

    /** Makes room for a line that stays. */
    void clear() {
        if (shown) {
            out.print(CLEARED);
            out.flush();
            shown = false;
        }
    }
}
