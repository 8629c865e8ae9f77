package holdfast.simulation;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Runs worlds and says how they went. */
public final class Simulation {
    private static final int LINES_OF_A_FAILURE = 120;

    private Simulation() {}

    /**
     * How a run went.
     *
     * @param invariant the name of the first one that was broken; null if all held
     * @param report what a person needs to find the cause
     * @param hash of everything that happened
     */
    public record Result(
            long seed, @Nullable String invariant, String report, long events, long hash) {}

    /** Runs the world of this seed to its end. */
    public static Result run(long seed) {
        return run(seed, LINES_OF_A_FAILURE);
    }

    /** Like {@link #run}, and the report has the whole log. */
    public static Result runWithWholeLog(long seed) {
        return run(seed, Integer.MAX_VALUE);
    }

    private static Result run(long seed, int logLines) {
        var run = new FutureTask<>(() -> new World(seed, new EventLog(logLines)).run());
        // A virtual thread, so that the baton passes from one to the next without the operating
        // system.
        Thread.ofVirtual().name("seed " + seed).start(run);
        try {
            return resultOf(run.get());
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted in seed " + seed, e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the simulation itself failed in seed " + seed, e);
        }
    }

    private static Result resultOf(World.Outcome outcome) {
        Violation violation = outcome.violation();
        return new Result(
                outcome.seed(),
                violation == null ? null : violation.invariant(),
                report(outcome, violation),
                outcome.events(),
                outcome.hash());
    }

    private static String report(World.Outcome outcome, @Nullable Violation violation) {
        var text = new StringBuilder();
        List<String> log = outcome.tail();
        log.forEach(line -> text.append(line).append('\n'));
        text.append(outcome.profile()).append('\n');
        if (violation != null && violation.cause() != null) {
            text.append(violation.cause()).append('\n');
            for (StackTraceElement frame : violation.cause().getStackTrace()) {
                text.append("    at ").append(frame).append('\n');
            }
        }
        return text.append("seed ")
                .append(outcome.seed())
                .append(": ")
                .append(violation == null ? "every invariant held" : violation)
                .append("\nto see all of it: ./build -q -pl proof/simulation -am verify")
                .append(" -Dsimulation.seed=")
                .append(outcome.seed())
                .append('\n')
                .toString();
    }
}
