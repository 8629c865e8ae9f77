package holdfast.cli;

import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A small process beside the command that outlives this one if it is killed, and then kills the command and everything that came
 * from it. It learns of that by the end of its input, which only this process has in its hand. It is in a session of its own, so
 * that neither a terminal nor who kills our whole group ends it too. Where nobody can be found by a mark there is no guard.
 */
final class Guard implements AutoCloseable {
    /**
     * Looks some more times when it finds nobody: who is just being started bears no mark for a moment. Who cannot die hangs in
     * the kernel, and is left there after a minute.
     */
    private static final String SCRIPT =
            """
            trap '' HUP INT QUIT TERM USR1 USR2
            group=
            while read -r word number; do
                case $word in
                    group) group=$number ;;
                    over) exit ;;
                esac
            done
            tries=0
            quiet=0
            while [ $quiet -lt 5 ] && [ $tries -lt 600 ]; do
                tries=$((tries + 1))
                quiet=$((quiet + 1))
                [ -z "$group" ] || kill -s KILL -- "-$group"
                for found in $(grep -lF -e "$0" /proc/[0-9]*/environ); do
                    found=${found#/proc/}
                    kill -s KILL "${found%/environ}" && quiet=0
                done
                sleep 0.1
            done
            """;

    private final RunMark mark;
    private final CompletableFuture<Optional<Process>> early;
    private Optional<Process> guard = Optional.empty();

    private Guard(RunMark mark) {
        this.mark = mark;
        this.early = startBesides(mark);
    }

    /** Begins to watch over those who will bear the mark, while this process does other things. Used by one thread. */
    static Guard over(RunMark mark) {
        return new Guard(mark);
    }

    private static CompletableFuture<Optional<Process>> startBesides(RunMark mark) {
        try {
            return CompletableFuture.supplyAsync(() -> start(mark), Guard::besides)
                    .exceptionally(failure -> Optional.empty());
        } catch (OutOfMemoryError e) {
            return CompletableFuture.completedFuture(Optional.empty()); // there is no thread for it
        }
    }

    private static void besides(Runnable work) {
        Thread.ofPlatform().daemon().name("holdfast-guard").start(work);
    }

    private static Optional<Process> start(RunMark mark) {
        if (!RunMark.canBeSeen()) {
            return Optional.empty();
        }
        var command = new ArrayList<>(Programs.inASessionOfItsOwn());
        command.addAll(List.of("sh", "-c", SCRIPT, mark.word()));
        var builder =
                new ProcessBuilder(command)
                        .directory(new File("/"))
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
        // Without the marks of the runs around it: who kills those must not kill their guards
        // first.
        builder.environment().keySet().removeIf(name -> !name.equals(Programs.PATH));
        try {
            return Optional.of(builder.start());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * What those who are guarded bear. Nobody may bear it before: the wait for the lock may have been long, and a guard that has not
     * outlived it, or could not be started then, is started now.
     */
    RunMark mark() {
        guard = early.join().filter(Process::isAlive).or(() -> start(mark));
        return mark;
    }

    /** Everyone in this process group is to be killed as well. */
    void watchGroup(long group) {
        order("group " + group);
    }

    /** Nobody is to be killed any more. */
    @Override
    public void close() {
        guard = guard.or(early::join);
        order("over");
    }

    private void order(String line) {
        if (guard.isEmpty()) {
            return;
        }
        try {
            Writer writer = guard.get().outputWriter();
            writer.write(line + "\n");
            writer.flush();
        } catch (IOException e) {
            // Someone has killed the guard. The command is watched by this process all the same.
        }
    }
}
