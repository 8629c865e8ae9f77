package holdfast.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A process and everything that came from it, found through the parents of processes. Whoever was seen once is not forgotten
 * when its parent ends; a process that ran away from its parent before it was seen is not found. Used by one thread.
 */
final class ProcessTree {
    private final ProcessHandle top;
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();

    ProcessTree(ProcessHandle top) {
        this.top = top;
        seen.add(top);
    }

    /** Looks who is there now, and remembers them. */
    void look() {
        for (ProcessHandle known : List.copyOf(seen)) {
            try (Stream<ProcessHandle> below = known.descendants()) {
                below.forEach(seen::add);
            }
        }
    }

    /** Sends a signal to everyone who is there now. */
    void send(UnixSignal signal) {
        look();
        switch (signal) {
            case TERM -> running().forEach(ProcessHandle::destroy);
            case HUP, INT -> sendByShell(signal);
        }
    }

    /** Kills everyone, also those who appear while others are being killed. */
    void kill() {
        int known;
        do {
            look();
            known = seen.size();
            running().forEach(ProcessHandle::destroyForcibly);
            look();
        } while (seen.size() > known);
    }

    /** Whether nobody who was seen runs any more. */
    boolean isGone() {
        return running().isEmpty();
    }

    List<ProcessHandle> running() {
        return seen.stream().filter(ProcessTree::isRunning).toList();
    }

    /** A dead process that nobody has buried yet does no harm, and in a container without an init that may be for ever. */
    private static boolean isRunning(ProcessHandle process) {
        if (!process.isAlive()) {
            return false;
        }
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return !stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return process.isAlive(); // gone in this moment, or no such folder on this system
        }
    }

    /** Java itself can only send TERM and KILL. */
    private void sendByShell(UnixSignal signal) {
        List<ProcessHandle> receivers = running();
        var command = new ArrayList<>(List.of("sh", "-c", "kill -s \"$0\" \"$@\"", signal.name()));
        receivers.forEach(process -> command.add(Long.toString(process.pid())));
        try {
            new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // To end is what all these signals ask for.
            receivers.forEach(ProcessHandle::destroy);
        }
    }

    @Override
    public String toString() {
        return "process " + top.pid();
    }
}
