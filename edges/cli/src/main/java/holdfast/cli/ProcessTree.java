package holdfast.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A process and everything that came from it, found through the parents of processes and, where that can be seen, by the mark
 * that they bear. Whoever was seen once is not forgotten when its parent ends. Used by one thread.
 */
final class ProcessTree {
    private final ProcessHandle top;
    private final RunMark mark;
    private final boolean leadsAGroup;
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();

    private ProcessTree(ProcessHandle top, RunMark mark, boolean leadsAGroup) {
        this.top = top;
        this.mark = mark;
        this.leadsAGroup = leadsAGroup;
        seen.add(top);
    }

    static ProcessTree of(ProcessHandle top, RunMark mark) {
        return new ProcessTree(top, mark, false);
    }

    /** @param top the leader of a process group that nobody else is in */
    static ProcessTree ofGroup(ProcessHandle top, RunMark mark) {
        return new ProcessTree(top, mark, true);
    }

    /** Looks who is there now, and remembers them. */
    void look() {
        if (RunMark.canBeSeen()) {
            ProcessHandle.allProcesses()
                    .filter(process -> mark.isBorneBy(process) || isInTheGroup(process))
                    .forEach(seen::add);
        }
        for (ProcessHandle known : List.copyOf(seen)) {
            try (Stream<ProcessHandle> below = known.descendants()) {
                below.forEach(seen::add);
            }
        }
    }

    /** Sends a signal once to everyone who is there now. */
    void send(UnixSignal signal) {
        look();
        List<ProcessHandle> outside =
                running().stream()
                        .filter(process -> !isInTheGroup(process) && !mark.isOfAnInnerRun(process))
                        .toList();
        if (signal == UnixSignal.TERM && !leadsAGroup) {
            outside.forEach(ProcessHandle::destroy);
        } else {
            sendByShell(signal, outside);
        }
    }

    private boolean isInTheGroup(ProcessHandle process) {
        return leadsAGroup
                && ProcessStat.of(process).filter(stat -> stat.group() == top.pid()).isPresent();
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

    private static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && ProcessStat.of(process).filter(ProcessStat::isDead).isEmpty();
    }

    /** Java itself can only send TERM and KILL, and to no group. */
    private void sendByShell(UnixSignal signal, List<ProcessHandle> outside) {
        var command =
                new ArrayList<>(List.of("sh", "-c", "kill -s \"$0\" -- \"$@\"", signal.name()));
        if (leadsAGroup) {
            command.add("-" + top.pid());
        }
        outside.forEach(process -> command.add(Long.toString(process.pid())));
        try {
            new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // To end is what most of these signals ask for.
            running().forEach(ProcessHandle::destroy);
        }
    }

    @Override
    public String toString() {
        return "process " + top.pid();
    }
}
