package holdfast.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What Linux tells of a process in {@code /proc/PID/stat}.
 *
 * @param group the process group that it is in
 * @param terminal the terminal that controls it, or 0
 * @param terminalsGroup the group that this terminal sends Ctrl-C to
 */
record ProcessStat(char state, long group, long terminal, long terminalsGroup) {
    private static final Path PROCESSES = Path.of("/proc");
    private static final int STATE = 0;
    private static final int GROUP = 2;
    private static final int TERMINAL = 4;
    private static final int TERMINALS_GROUP = 5;

    /** Empty for a process that is gone, and for every process on a system without such files. */
    static Optional<ProcessStat> of(ProcessHandle process) {
        return read(Long.toString(process.pid()));
    }

    static Optional<ProcessStat> ofThisProcess() {
        return read("self");
    }

    private static Optional<ProcessStat> read(String process) {
        return read(PROCESSES.resolve(process));
    }

    private static Optional<ProcessStat> read(Path folder) {
        try {
            return Optional.of(parse(Files.readString(folder.resolve("stat"))));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** @param text the name in brackets may contain anything */
    static ProcessStat parse(String text) {
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
        return new ProcessStat(
                fields[STATE].charAt(0),
                Long.parseLong(fields[GROUP]),
                Long.parseLong(fields[TERMINAL]),
                Long.parseLong(fields[TERMINALS_GROUP]));
    }

    /**
     * A dead process that nobody has buried yet does no harm, and in a container without an init that may be for ever. One whose
     * first thread has ended looks just so while its other threads go on.
     */
    static boolean isDead(ProcessHandle process) {
        return of(process).filter(ProcessStat::hasEnded).isPresent() && !hasAThread(process);
    }

    private static boolean hasAThread(ProcessHandle process) {
        Path threads = PROCESSES.resolve(Long.toString(process.pid())).resolve("task");
        try (Stream<Path> folders = Files.list(threads)) {
            return folders.anyMatch(
                    folder -> read(folder).filter(stat -> !stat.hasEnded()).isPresent());
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    /** Whether the thread that this tells of has ended: the first one, for a process. */
    boolean hasEnded() {
        return state == 'Z' || state == 'X';
    }

    boolean hasTerminal() {
        return terminal != 0;
    }

    boolean isInForeground() {
        return hasTerminal() && group == terminalsGroup;
    }
}
