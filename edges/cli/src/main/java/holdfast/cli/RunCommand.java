package holdfast.cli;

import holdfast.Holdfast;
import holdfast.LockRequest;
import holdfast.model.AcquireRequest;
import holdfast.model.Resource;
import holdfast.model.keys.Keys;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;

final class RunCommand implements Command {
    private static final Duration USUAL_GRACE = Duration.ofSeconds(10);
    private static final Duration DYING_TAKES = Duration.ofMillis(500);

    private static final String FOOTER =
            """
            In its environment the command finds HOLDFAST_LOCK, HOLDFAST_LOCK_ID,
            HOLDFAST_TOKEN, HOLDFAST_OWNER and HOLDFAST_LEASE_UNTIL; with several locks
            a line for each. A run inside the command claims more as the same owner.

            HUP, INT, TERM, USR1 and USR2 are passed on to the command and all that it
            started, and the lock is kept until they have ended. A second INT kills them,
            on a terminal after the grace, or at once with a third. TERM does not kill
            later: only a lost lock does. On Linux a run that is killed takes the command
            with it. Nobody is waited for after USR1 and USR2. While someone cannot be
            killed the lock is kept. At a terminal INT sent to the run alone does not reach
            the command, and other signals sent to the whole group reach it twice.

            Exit codes: the command's own, and 128+n if signal n ended it. Beside them:
              64   the arguments make no sense
              69   the store could not be used
              72   the lock was not free before the wait was over
              73   the lock was not given: held, queue full or frozen
              74   the lock was lost while the command ran
              75   the request was cancelled while it waited
              76   waiting would never have ended: a deadlock
              77   the owner that the environment names is not proven
              126  the command could not be executed
              127  the command was not found

            Examples:
              holdfast run --lock user-platform/production -- ./deploy.sh
              holdfast run --lock db/main --lock web//api --no-wait -- make release
              holdfast run --lock network --shared --reason plan -- terraform plan
            """;

    private final Context context;

    private final Argument<List<String>> locks =
            Argument.several(
                    "--lock",
                    "RESOURCE",
                    String.class,
                    "What to lock: root or root//path. A lock covers everything below it. Several"
                            + " are taken all or none.");

    private final ClaimOptions options = new ClaimOptions();

    private final Argument<Boolean> skip =
            Argument.flag(
                    "--skip-if-held",
                    "If the lock is held, run nothing and end with 0: someone else is at it.");

    private final Argument<Duration> lease =
            Argument.option(
                    "--lease",
                    "TIME",
                    Duration.class,
                    "How long the lock outlives a run that dies; renewed meanwhile. Default: 60s.");

    private final Argument<OnLost> onLost =
            Argument.option(
                    "--on-lost",
                    "ACTION",
                    OnLost.class,
                    "When the lock is lost: kill (ask to end, then kill), term (ask only) or warn"
                            + " (let it run). Default: kill.");

    private final Argument<Duration> grace =
            Argument.option(
                    "--grace",
                    "TIME",
                    Duration.class,
                    "Between asking and killing. Default: 10s, or a third of a shorter lease. At most"
                            + " 30s after a force-unlock, none after a transfer.");

    private final Argument<Integer> conflictExitCode =
            Argument.option(
                    "--conflict-exit-code",
                    "N",
                    Integer.class,
                    "End with N instead of 72 or 73 if the lock was not free.");

    private final RunOutputs outputs;
    private final StoreOption store;

    private final Argument<List<String>> command =
            Argument.rest("COMMAND", "What to run, after '--'.");

    RunCommand(Context context) {
        this.context = context;
        this.outputs = new RunOutputs(context);
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("run", this)
                .synopsis(
                        "holdfast run --lock RESOURCE [--lock RESOURCE]... [OPTIONS] -- COMMAND...")
                .description("Runs a command under one or several locks.")
                .footer(FOOTER.split("\n"))
                .takes(
                        locks,
                        options,
                        skip,
                        lease,
                        onLost,
                        grace,
                        conflictExitCode,
                        outputs,
                        store,
                        command);
    }

    @Override
    public Integer call() throws InterruptedException {
        check();
        outputs.check();
        var policy = policy();
        var signals = Signals.interruptingThisThread();
        try (var guard = guard();
                var session = store.open()) {
            var task =
                    new LockedRun.Task(
                            requests(session.holdfast()),
                            command.given(),
                            policy,
                            store.surroundings(),
                            new NotGiven(
                                    skip.or(false)
                                            ? NotGiven.IfHeld.SKIP
                                            : NotGiven.IfHeld.COMPLAIN,
                                    conflictExitCode.value()),
                            outputs);
            return new LockedRun(session.locks(), task, signals, context.terminal()).run(guard);
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
        String program = command.isGiven() ? command.given().getFirst() : "";
        if (program.startsWith("-")) {
            throw misuse("Unknown option: '" + program + "'");
        }
        if (!locks.isGiven()) {
            throw misuse("Name what to lock: --lock RESOURCE");
        }
        if (skip.or(false) && options.saysHowLongToWait()) {
            throw misuse("--skip-if-held does not wait: leave out --wait and --no-wait");
        }
        if (!command.isGiven()) {
            throw misuse("Name the command to run, after '--'");
        }
        checkExitCode(conflictExitCode.value());
    }

    private void checkExitCode(@Nullable Integer code) {
        if (code != null && (code < 0 || code > ExitCode.MAX)) {
            throw misuse("An exit code is a number from 0 to " + ExitCode.MAX + ": " + code);
        }
    }

    private ParameterException misuse(String what) {
        return command.misuse(what);
    }

    private Supervision.Policy policy() {
        Duration chosen = grace.or(shorter(USUAL_GRACE, partOfLease(3)));
        if (chosen.compareTo(partOfLease(2)) > 0) {
            throw misuse(
                    "A grace of "
                            + Durations.inWords(chosen)
                            + " is more than half of the lease of "
                            + Durations.inWords(lease())
                            + ": the command must be dead before the lease ends");
        }
        return new Supervision.Policy(
                onLost.or(OnLost.KILL), chosen, shorter(DYING_TAKES, partOfLease(10)));
    }

    /** In milliseconds, since to divide a duration means to load decimals, which takes longer than all other arguments. */
    private Duration partOfLease(int divisor) {
        return Duration.ofMillis(lease().toMillis() / divisor);
    }

    private Duration lease() {
        return lease.or(LockRequest.LEASE);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private List<AcquireRequest> requests(Holdfast holdfast) {
        var identity = new Identity(context.environment());
        // The owner outside is known to the store outside only.
        var outer = store.isUsual() ? Nesting.outer(context.environment()) : null;
        var owner = options.named(outer == null ? identity.newOwner() : outer.owner(identity));
        return locks.given().stream()
                .map(resource -> request(holdfast, Keys.parse(resource)))
                .map(request ->
                        outer == null ? request.ownedBy(owner) : request.under(owner, outer.lock()))
                .map(LockRequest::toRequest)
                .toList();
    }

    private LockRequest request(Holdfast holdfast, Resource resource) {
        LockRequest bare = holdfast.lock(resource).lease(lease());
        return skip.or(false) ? options.withoutWaiting(bare) : options.appliedTo(bare);
    }
}
