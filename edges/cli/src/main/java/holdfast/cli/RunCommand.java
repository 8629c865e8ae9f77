package holdfast.cli;

import holdfast.Holdfast;
import holdfast.LockRequest;
import holdfast.model.AcquireRequest;
import holdfast.model.Resource;
import holdfast.model.keys.Keys;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "run",
        sortOptions = false,
        description = "Runs a command under one or several locks.",
        customSynopsis =
                "holdfast run --lock RESOURCE [--lock RESOURCE]... [OPTIONS] -- COMMAND...",
        footerHeading = "%n",
        footer = {
            "In its environment the command finds HOLDFAST_LOCK, HOLDFAST_LOCK_ID,",
            "HOLDFAST_TOKEN, HOLDFAST_OWNER and HOLDFAST_LEASE_UNTIL; with several locks",
            "a line for each. A run inside the command claims more as the same owner.",
            "",
            "HUP, INT, TERM, USR1 and USR2 are passed on to the command and all that it",
            "started, and the lock is kept until they have ended. A second INT kills them,",
            "on a terminal after the grace, or at once with a third. TERM does not kill",
            "later: only a lost lock does. On Linux a run that is killed takes the command",
            "with it. Nobody is waited for after USR1 and USR2. While someone cannot be",
            "killed the lock is kept. At a terminal INT sent to the run alone does not reach",
            "the command, and other signals sent to the whole group reach it twice.",
            "",
            "Exit codes: the command's own, and 128+n if signal n ended it. Beside them:",
            "  64   the arguments make no sense",
            "  69   the store could not be used",
            "  72   the lock was not free before the wait was over",
            "  73   the lock was not given: held, queue full or frozen",
            "  74   the lock was lost while the command ran",
            "  75   the request was cancelled while it waited",
            "  76   waiting would never have ended: a deadlock",
            "  77   the owner that the environment names is not proven",
            "  126  the command could not be executed",
            "  127  the command was not found",
            "",
            "Examples:",
            "  holdfast run --lock user-platform/production -- ./deploy.sh",
            "  holdfast run --lock db/main --lock web//api --no-wait -- make release",
            "  holdfast run --lock network --shared --reason plan -- terraform plan"
        })
final class RunCommand implements Callable<Integer> {
    private static final Duration USUAL_GRACE = Duration.ofSeconds(10);
    private static final Duration DYING_TAKES = Duration.ofMillis(500);

    private final Context context;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--lock",
            paramLabel = "RESOURCE",
            description =
                    "What to lock: root or root//path. A lock covers everything below it. Several"
                            + " are taken all or none.")
    private List<String> locks = List.of();

    @Mixin private final ClaimOptions options = new ClaimOptions();

    @Option(
            names = "--skip-if-held",
            description = "If the lock is held, run nothing and end with 0: someone else is at it.")
    private boolean skip;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description =
                    "How long the lock outlives a run that dies; renewed meanwhile. Default: 60s.")
    private Duration lease = LockRequest.LEASE;

    @Option(
            names = "--on-lost",
            paramLabel = "ACTION",
            description =
                    "When the lock is lost: kill (ask to end, then kill), term (ask only) or warn"
                            + " (let it run). Default: kill.")
    private OnLost onLost = OnLost.KILL;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            description =
                    "Between asking and killing. Default: 10s, or a third of a shorter lease. At most"
                            + " 30s after a force-unlock, none after a transfer.")
    private @Nullable Duration grace;

    @Option(
            names = "--conflict-exit-code",
            paramLabel = "N",
            description = "End with N instead of 72 or 73 if the lock was not free.")
    private @Nullable Integer conflictExitCode;

    @Mixin private final RunOutputs outputs;
    @Mixin private final StoreOption store;

    @Parameters(paramLabel = "COMMAND", description = "What to run, after '--'.")
    private List<String> command = List.of();

    RunCommand(Context context) {
        this.context = context;
        this.outputs = new RunOutputs(context);
        this.store = new StoreOption(context);
    }

    @Override
    public Integer call() throws InterruptedException {
        check();
        outputs.check();
        var policy = policy();
        var signals = Signals.interruptingThisThread();
        try (var guard = guard();
                var opened = store.open();
                var holdfast = Holdfast.on(opened, Session.settings())) {
            var task =
                    new LockedRun.Task(
                            requests(holdfast),
                            command,
                            policy,
                            store.absoluteAddress(),
                            new NotGiven(
                                    skip ? NotGiven.IfHeld.SKIP : NotGiven.IfHeld.COMPLAIN,
                                    conflictExitCode),
                            outputs);
            return new LockedRun(holdfast.engine(), task, signals, context.terminal()).run(guard);
        } catch (InterruptedException | StoreException e) {
            UnixSignal signal = signals.interruption();
            if (signal == null) {
                throw e;
            }
            return ExitCode.of(signal);
        }
    }

    /** Started first, since the command is not started without it, and all the rest takes about as long. */
    private Guard guard() {
        return Guard.over(RunMark.inside(context.environment().get(RunMark.VARIABLE)));
    }

    private void check() {
        if (!command.isEmpty() && command.getFirst().startsWith("-")) {
            throw misuse("Unknown option: '" + command.getFirst() + "'");
        }
        if (locks.isEmpty()) {
            throw misuse("Name what to lock: --lock RESOURCE");
        }
        if (skip && options.saysHowLongToWait()) {
            throw misuse("--skip-if-held does not wait: leave out --wait and --no-wait");
        }
        if (command.isEmpty()) {
            throw misuse("Name the command to run, after '--'");
        }
        checkExitCode(conflictExitCode);
    }

    private void checkExitCode(@Nullable Integer code) {
        if (code != null && (code < 0 || code > ExitCode.MAX)) {
            throw misuse("An exit code is a number from 0 to " + ExitCode.MAX + ": " + code);
        }
    }

    private ParameterException misuse(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    private Supervision.Policy policy() {
        Duration usual = shorter(USUAL_GRACE, lease.dividedBy(3));
        Duration chosen = grace == null ? usual : grace;
        if (chosen.compareTo(lease.dividedBy(2)) > 0) {
            throw misuse(
                    "A grace of "
                            + Durations.inWords(chosen)
                            + " is more than half of the lease of "
                            + Durations.inWords(lease)
                            + ": the command must be dead before the lease ends");
        }
        return new Supervision.Policy(onLost, chosen, shorter(DYING_TAKES, lease.dividedBy(10)));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private List<AcquireRequest> requests(Holdfast holdfast) {
        var identity = new Identity(context.environment());
        // The owner outside is known to the store outside only.
        var outer = store.isUsual() ? Nesting.outer(context.environment()) : null;
        var owner = options.named(outer == null ? identity.newOwner() : outer.owner(identity));
        return locks.stream()
                .map(resource -> request(holdfast, Keys.parse(resource)))
                .map(request ->
                        outer == null ? request.ownedBy(owner) : request.under(owner, outer.lock()))
                .map(LockRequest::toRequest)
                .toList();
    }

    private LockRequest request(Holdfast holdfast, Resource resource) {
        LockRequest bare = holdfast.lock(resource).lease(lease);
        return skip ? options.withoutWaiting(bare) : options.appliedTo(bare);
    }
}
