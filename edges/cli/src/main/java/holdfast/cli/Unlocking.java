package holdfast.cli;

import holdfast.model.ErrorCode;
import holdfast.model.Explanation;
import holdfast.model.ForceUnlockOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Quarantine;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.keys.Keys;
import holdfast.store.RootView;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Takes a lock away from its holder, after asking. */
final class Unlocking {
    private final Context context;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(names = "--force", description = "Take the lock away from its holder.")
    private boolean force;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Why; told to the old holder and kept in the audit trail.")
    private @Nullable String reason;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean sure;

    @Option(
            names = "--lock-id",
            paramLabel = "LOCK_ID",
            description = "Only this one of several that share the resource.")
    private @Nullable String lockId;

    @Option(
            names = "--no-quarantine",
            description =
                    "Free it at once: the old holder is known to be dead. Without "
                            + "this it stays shut for 30s, so that the holder can stop.")
    private boolean noQuarantine;

    Unlocking(Context context) {
        this.context = context;
    }

    boolean isForced() {
        return force;
    }

    @Nullable LockId lock() {
        return lockId == null ? null : new LockId(lockId);
    }

    /** @return the exit code */
    int unlock(Resource resource, StoreOption store, OutputOption output) {
        String why = why();
        var complaints = Complaints.to(context.terminal(), output);
        LockId only = lock();
        try (var session = Session.on(store.openExisting())) {
            RootView view = session.engine().look(resource.root());
            List<Hold> chosen =
                    view.holds().stream()
                            .filter(hold -> hold.isLive(view.now()))
                            .filter(hold -> hold.resource().equals(resource))
                            .filter(hold -> only == null || hold.id().equals(only))
                            .toList();
            if (chosen.isEmpty()) {
                return complaints.failed(nothing(resource, view), ErrorCode.LOCK_NOT_FOUND);
            }
            if (!noQuarantine && chosen.stream().allMatch(Unlocking::isQuarantine)) {
                return alreadyShut(chosen.getFirst(), view, output);
            }
            if (!sure && !isConfirmed(chosen, view)) {
                return complaints.failed("nothing was changed", ErrorCode.CANCELLED);
            }
            return tell(
                    session.engine().forceUnlock(resource.root(), request(chosen, why)), output);
        }
    }

    private static boolean isQuarantine(Hold hold) {
        return hold.standing() == Standing.QUARANTINE;
    }

    /** Whoever repeats a force-unlock has what it wanted. */
    private int alreadyShut(Hold quarantine, RootView view, OutputOption output) {
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), List.<Hold>of(), LockJson::write);
        } else {
            context.terminal()
                    .out()
                    .println(
                            "Taken away from its holder before; nobody gets it until "
                                    + Times.both(quarantine.until(), view.now())
                                    + ". --no-quarantine frees it now.");
        }
        return ExitCode.OK.code();
    }

    private String why() {
        String why = reason == null && !sure ? asked("Why? ") : reason;
        if (why == null || why.isBlank()) {
            throw misuse("Say why, for the old holder and the audit trail: --reason TEXT");
        }
        return why;
    }

    private @Nullable String asked(String question) {
        var err = context.terminal().err();
        err.print(question);
        err.flush();
        String answer = context.answers().next();
        if (answer == null) {
            err.println();
        }
        return answer;
    }

    ParameterException misuse(String what) {
        return new ParameterException(command.commandLine(), what);
    }

    private ForceUnlockRequest request(List<Hold> chosen, String why) {
        return new ForceUnlockRequest(
                chosen.stream().map(Hold::id).collect(Collectors.toSet()),
                new Identity(context.environment()).name(),
                why,
                noQuarantine ? new Quarantine.Skipped() : Quarantine.usual());
    }

    private static String nothing(Resource resource, RootView view) {
        String others =
                view.holds().stream()
                        .filter(hold -> hold.isLive(view.now()))
                        .filter(hold -> hold.resource().overlaps(resource))
                        .map(hold -> "'" + Keys.spelling(hold.resource()) + "'")
                        .distinct()
                        .collect(Collectors.joining(", "));
        return "there is no such lock on '"
                + resource.displayName()
                + "'"
                + (others.isEmpty() ? "" : "; above or below it there is one on " + others);
    }

    private boolean isConfirmed(List<Hold> chosen, RootView view) {
        var err = context.terminal().err();
        err.println("⚠ Warning: This will forcefully release the lock.");
        for (Hold hold : chosen) {
            err.print(
                    new Facts()
                            .add("Current holder", RefusalText.who(hold.owner()))
                            .addIfSaid("Reason", OneLine.of(hold.note().reason()))
                            .add("Locked since", Times.both(hold.acquiredAt(), view.now()))
                            .add("Last heartbeat", Times.both(hold.heartbeatAt(), view.now()))
                            .text());
        }
        String answer = asked("\nAre you sure? (yes/no): ");
        return answer != null && answer.strip().equalsIgnoreCase("yes");
    }

    private void tellOfTheQuarantine() {
        if (!noQuarantine) {
            context.terminal()
                    .out()
                    .println(
                            "Nobody gets it for "
                                    + Durations.inWords(Quarantine.USUAL)
                                    + ", so that the old holder can stop.");
        }
    }

    private int tell(ForceUnlockOutcome outcome, OutputOption output) {
        return switch (outcome) {
            case ForceUnlockOutcome.Unlocked(List<Hold> ended) -> {
                if (output.isJson()) {
                    Json.printArray(context.terminal().out(), ended, LockJson::write);
                } else {
                    context.terminal()
                            .out()
                            .println(
                                    context.screen()
                                            .colours()
                                            .good("✓ Lock released successfully"));
                    tellOfTheQuarantine();
                }
                yield ExitCode.OK.code();
            }
            case ForceUnlockOutcome.Gone gone ->
                    Complaints.to(context.terminal(), output)
                            .failed(
                                    "the lock was gone already"
                                            + gone.endings().values().stream()
                                                    .map(ending -> ": " + Explanation.of(ending))
                                                    .distinct()
                                                    .collect(Collectors.joining()),
                                    ErrorCode.LOCK_NOT_FOUND);
        };
    }
}
