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
import holdfast.store.HoldPage;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Takes a lock away from its holder, after asking. */
final class Unlocking implements Syntax.Part {
    private final Context context;

    private final Argument<Boolean> force =
            Argument.flag("--force", "Take the lock away from its holder.");

    private final Argument<String> reason =
            Argument.option(
                    "--reason", "TEXT", "Why; told to the old holder and kept in the audit trail.");

    private final Argument<Boolean> sure = Argument.flag("--yes", "Do not ask.");

    private final Argument<String> lockId =
            Argument.option(
                    "--lock-id", "LOCK_ID", "Only this one of several that share the resource.");

    private final Argument<Boolean> noQuarantine =
            Argument.flag(
                    "--no-quarantine",
                    "Free it at once: the old holder is known to be dead. Without "
                            + "this it stays shut for 30s, so that the holder can stop.");

    Unlocking(Context context) {
        this.context = context;
    }

    @Override
    public void addTo(CommandSpec command) {
        force.addTo(command);
        reason.addTo(command);
        sure.addTo(command);
        lockId.addTo(command);
        noQuarantine.addTo(command);
    }

    boolean isForced() {
        return force.or(false);
    }

    @Nullable LockId lock() {
        return lockId.isGiven() ? new LockId(lockId.given()) : null;
    }

    /** @return the exit code */
    int unlock(Resource resource, StoreOption store, OutputOption output) {
        String why = why();
        var complaints = Complaints.to(context.terminal(), output);
        LockId only = lock();
        try (var session = store.openExisting()) {
            HoldPage view = session.locks().holdsOf(resource.root());
            List<Hold> chosen =
                    view.holds().stream()
                            .filter(hold -> hold.isLive(view.now()))
                            .filter(hold -> hold.resource().equals(resource))
                            .filter(hold -> only == null || hold.id().equals(only))
                            .toList();
            if (chosen.isEmpty()) {
                return complaints.failed(nothing(resource, view), ErrorCode.LOCK_NOT_FOUND);
            }
            if (!noQuarantine.or(false) && chosen.stream().allMatch(Unlocking::isQuarantine)) {
                return alreadyShut(chosen.getFirst(), view, output);
            }
            if (!sure.or(false) && !isConfirmed(chosen, view)) {
                return complaints.failed(
                        "nothing was changed: answer yes, or say --yes where nobody can answer",
                        ErrorCode.CANCELLED);
            }
            return tell(session.locks().forceUnlock(resource.root(), request(chosen, why)), output);
        }
    }

    private static boolean isQuarantine(Hold hold) {
        return hold.standing() == Standing.QUARANTINE;
    }

    /** Whoever repeats a force-unlock has what it wanted. */
    private int alreadyShut(Hold quarantine, HoldPage view, OutputOption output) {
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
        String why = reason.isGiven() || sure.or(false) ? reason.value() : asked("Why? ");
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
        return force.misuse(what);
    }

    private ForceUnlockRequest request(List<Hold> chosen, String why) {
        return new ForceUnlockRequest(
                chosen.stream().map(Hold::id).collect(Collectors.toSet()),
                new Identity(context.environment()).name(),
                why,
                noQuarantine.or(false) ? new Quarantine.Skipped() : Quarantine.usual());
    }

    private static String nothing(Resource resource, HoldPage view) {
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

    private boolean isConfirmed(List<Hold> chosen, HoldPage view) {
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
        if (!noQuarantine.or(false)) {
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
