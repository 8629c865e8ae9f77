package holdfast.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process and everything that came from it, found through the parents of processes, through their group and, where that can be
 * seen, by the mark that they bear. Whoever was seen once is not forgotten when its parent ends. Used by one thread.
 *
 * <p>To read a mark may take long: it waits for a process that hangs in the kernel while its memory changes. So whoever can be
 * found without is signalled first.
 */
final class ProcessTree {
    private static final long KILLING_TAKES_SECONDS = 1;

    private final ProcessHandle top;
    private final RunMark mark;
    private final boolean leadsAGroup;
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();
    private boolean lookedSinceTheTopDied;

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
        List<ProcessHandle> present = present();
        lookForRelatives(present);
        lookForMarks(present);
        lookForRelatives(present);
    }

    private static List<ProcessHandle> present() {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.toList();
        }
    }

    /** Those below who is known, and those in the group. The number of who is dead may be another's by now. */
    private void lookForRelatives(List<ProcessHandle> present) {
        boolean topIsDead = !top.isAlive();
        boolean group = hasItsGroup();
        seen.removeIf(process -> !process.isAlive());
        for (ProcessHandle known : List.copyOf(seen)) {
            try (Stream<ProcessHandle> below = known.descendants()) {
                below.forEach(seen::add);
            }
        }
        if (group) {
            present.stream().filter(this::isInTheGroup).forEach(seen::add);
        }
        lookedSinceTheTopDied |= topIsDead;
    }

    private void lookForMarks(List<ProcessHandle> present) {
        if (RunMark.canBeSeen()) {
            present.stream()
                    .filter(process -> !seen.contains(process) && mark.isBorneBy(process))
                    .forEach(seen::add);
        }
    }

    /**
     * The number of a group is not given to others while someone is in it. Who was in it when its leader died is found by the first
     * look after that.
     */
    private boolean hasItsGroup() {
        return leadsAGroup
                && (top.isAlive()
                        || !lookedSinceTheTopDied
                        || seen.stream()
                                .anyMatch(process -> process.isAlive() && isInTheGroup(process)));
    }

    private boolean isInTheGroup(ProcessHandle process) {
        return leadsAGroup
                && ProcessStat.of(process).filter(stat -> stat.group() == top.pid()).isPresent();
    }

    /** Sends a signal once to everyone who is there now; not to those whom they start when they get it. */
    void send(UnixSignal signal) {
        List<ProcessHandle> present = present();
        lookForRelatives(present);
        Set<ProcessHandle> told = new LinkedHashSet<>(running());
        send(signal, hasItsGroup() ? List.of("-" + top.pid()) : List.of(), told);
        lookForMarks(present);
        send(
                signal,
                List.of(),
                running().stream().filter(process -> !told.contains(process)).toList());
    }

    private void send(UnixSignal signal, List<String> group, Collection<ProcessHandle> processes) {
        List<ProcessHandle> outside =
                processes.stream()
                        .filter(process -> !isInTheGroup(process) && !mark.isOfAnInnerRun(process))
                        .toList();
        if (signal == UnixSignal.TERM && group.isEmpty()) {
            outside.forEach(ProcessHandle::destroy);
            return;
        }
        var receivers = new ArrayList<>(group);
        outside.forEach(process -> receivers.add(Long.toString(process.pid())));
        try {
            if (!receivers.isEmpty()) {
                byShell(signal.name(), receivers);
            }
        } catch (IOException e) {
            // To end is what most of these signals ask for.
            processes.forEach(ProcessHandle::destroy);
        }
    }

    /** Kills everyone, also those who appear while others are being killed. */
    void kill() {
        killTheGroup();
        Set<ProcessHandle> known;
        do {
            seen.forEach(ProcessHandle::destroyForcibly);
            known = Set.copyOf(seen);
            look();
        } while (!known.containsAll(seen));
    }

    private void killTheGroup() {
        if (!hasItsGroup()) {
            return;
        }
        try {
            byShell("KILL", List.of("-" + top.pid()))
                    .waitFor(KILLING_TAKES_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            // Those of the group who are known are killed one by one.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether nobody runs any more. Looks twice, since who is just being started can be overlooked. */
    boolean isGone() {
        for (int looks = 0; looks < 2; looks++) {
            if (isSomeoneRunning()) {
                return false;
            }
            look();
        }
        return !isSomeoneRunning();
    }

    private boolean isSomeoneRunning() {
        return seen.stream().anyMatch(ProcessTree::isRunning);
    }

    List<ProcessHandle> running() {
        return seen.stream().filter(ProcessTree::isRunning).toList();
    }

    private static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && !ProcessStat.isDead(process);
    }

    /** Java itself can only send TERM and KILL, and to no group. */
    private static Process byShell(String signal, List<String> receivers) throws IOException {
        var command = new ArrayList<>(List.of("sh", "-c", "kill -s \"$0\" -- \"$@\"", signal));
        command.addAll(receivers);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Override
    public String toString() {
        return "process " + top.pid();
    }
}
