package holdfast.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether this process is in the group that a terminal sends Ctrl-C to. */
final class Foreground {
    private static final int GROUP = 2;
    private static final int TERMINAL = 4;
    private static final int TERMINALS_GROUP = 5;

    private Foreground() {}

    static boolean isOfATerminal() {
        try {
            return isOfATerminal(Files.readString(Path.of("/proc/self/stat")));
        } catch (IOException e) {
            // No such file on this system: assume what is usual there.
            return Terminal.isTerminal();
        }
    }

    /** @param stat what Linux says of a process; the name in brackets may contain anything */
    static boolean isOfATerminal(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return !fields[TERMINAL].equals("0") && fields[GROUP].equals(fields[TERMINALS_GROUP]);
    }
}
