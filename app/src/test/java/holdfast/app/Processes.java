package holdfast.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Other processes of this machine, by their numbers. */
final class Processes {
    private Processes() {}

    /** Whether the process still does something; one that is dead and not yet buried does not. */
    static boolean isRunning(String pid) {
        try {
            String stat = Files.readString(Path.of("/proc", pid, "stat"));
            return !stat.startsWith("Z", stat.lastIndexOf(')') + 2) || hasOtherThreads(pid);
        } catch (IOException e) {
            return false;
        }
    }

    /** A process whose first thread has ended looks dead although others go on. */
    private static boolean hasOtherThreads(String pid) throws IOException {
        try (var threads = Files.list(Path.of("/proc", pid, "task"))) {
            return threads.count() > 1;
        }
    }

    static void awaitDeath(List<String> processes) {
        Deadline.await(
                "the end of " + processes,
                () -> processes.stream().noneMatch(Processes::isRunning));
    }

    /** Those who have this text among their arguments. */
    static List<ProcessHandle> withArgument(String text) {
        return ProcessHandle.allProcesses()
                .filter(process -> read(process, "cmdline").contains(text))
                .toList();
    }

    private static String read(ProcessHandle process, String file) {
        try {
            return new String(
                    Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), file)),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    /** Sends a signal, by its name, to a process, or to a group if there is a minus before its number. */
    static void signal(String name, String pid) {
        try {
            int failed =
                    new ProcessBuilder("sh", "-c", "kill -s \"$0\" -- \"$1\"", name, pid)
                            .inheritIO()
                            .start()
                            .waitFor();
            if (failed != 0) {
                throw new AssertionError("could not send " + name + " to " + pid);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Whether this can be run here. */
    static boolean succeeds(List<String> command, String argument) {
        var all = new ArrayList<>(command);
        all.add(argument);
        try {
            return new ProcessBuilder(all)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
