package holdfast.cli;

import holdfast.LockRequest;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.Owner;
import holdfast.model.Priority;
import holdfast.model.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "acquire",
        sortOptions = false,
        description = {
            "Takes a lock that outlives this command.",
            "For scripts that hold it across steps. Nobody keeps it alive: it ends with",
            "its lease, unless it is renewed or released before. Prefer 'run' where one",
            "command is all there is to do."
        },
        footerHeading = "%n",
        footer = {
            "Examples:",
            "  holdfast acquire user-platform/production --lease 2h --reason 'deploy 1.2.3'",
            "  id=$(holdfast acquire db/main --lease 30m --output json | jq -r .lock_id)",
            "  holdfast acquire network --shared --no-wait --lease 10m --github-output"
        })
final class AcquireCommand implements Callable<Integer> {
    private final Context context;

    @Mixin private final Target target = new Target();

    @Option(
            names = "--lease",
            required = true,
            paramLabel = "TIME",
            description = "How long the lock lasts unless it is renewed, as in 2h. Required.")
    private Duration lease = Duration.ZERO;

    @Option(
            names = "--shared",
            description = "Let others share; only exclusive locks are kept out.")
    private boolean shared;

    @ArgGroup private Waiting waiting = new Waiting();

    /** How long to wait in line, or not at all. */
    private static final class Waiting {
        @Option(
                names = "--wait",
                paramLabel = "TIME",
                description = "Wait in line for so long. Default: 10m.")
        private Duration atMost = Duration.ofMinutes(10);

        @Option(names = "--no-wait", description = "Give up at once if the lock is not free.")
        private boolean not;
    }

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "What people who meet this lock should read.")
    private String reason = "";

    @Option(
            names = "--priority",
            paramLabel = "LEVEL",
            description = "low, normal, high or critical. Default: normal.")
    private Priority priority = Priority.NORMAL;

    @Option(
            names = "--owner",
            paramLabel = "NAME",
            description = "What others should call the holder. Default: the CI run, or user@host.")
    private @Nullable String owner;

    @Option(
            names = "--metadata",
            paramLabel = "KEY=VALUE",
            description = "Whatever else people should see with the lock.")
    private Map<String, String> metadata = Map.of();

    @Mixin private final StepOutputs outputs;
    @Mixin private final OutputOption output = new OutputOption();
    @Mixin private final StoreOption store;

    AcquireCommand(Context context) {
        this.context = context;
        this.outputs = new StepOutputs(context);
        this.store = new StoreOption(context);
    }

    @Override
    public Integer call() {
        var resource = target.resource();
        outputs.check();
        try (var leaving = new LeavingTheLine();
                var session = Session.on(store)) {
            AcquireRequest request = request(session.holdfast().lock(resource));
            return switch (acquire(session, request)) {
                case AcquireOutcome.Granted(Hold hold, Claim claim) -> keep(session, hold, claim);
                case AcquireOutcome.Refused(Refusal refusal) ->
                        Complaints.to(context.terminal(), output).refused(refusal);
                case AcquireOutcome.Queued _ ->
                        throw new IllegalStateException("the engine did not wait");
            };
        } catch (InterruptedException e) {
            // By a signal, whose number the process ends with.
            return ExitCode.CANCELLED.code();
        }
    }

    private AcquireRequest request(LockRequest bare) {
        LockRequest request = bare.lease(lease).priority(priority).reason(reason);
        for (var entry : metadata.entrySet()) {
            request = request.metadata(entry.getKey(), entry.getValue());
        }
        if (!waiting.not && !waiting.atMost.isZero()) {
            request = request.waitAtMost(waiting.atMost);
        }
        if (shared) {
            request = request.shared();
        }
        var identity = new Identity(context.environment());
        // The owner outside is known to the store outside only.
        var outer = store.isUsual() ? Nesting.outer(context.environment()) : null;
        return (outer == null
                        ? request.ownedBy(named(identity.newOwner()))
                        : request.under(named(outer.owner(identity)), outer.lock()))
                .toRequest();
    }

    private Owner named(Owner found) {
        return owner == null ? found : new Owner(found.id(), owner, found.facts());
    }

    private AcquireOutcome acquire(Session session, AcquireRequest request)
            throws InterruptedException {
        try (var report = new WaitReport(session.engine(), List.of(request), context.terminal())) {
            return session.engine().acquire(request);
        }
    }

    /** Until the caller knows of the lock, nobody else could give it back. */
    private int keep(Session session, Hold hold, Claim claim) throws InterruptedException {
        boolean told = false;
        try {
            if (Thread.interrupted()) {
                throw new InterruptedException("while the lock was being given");
            }
            outputs.write(hold, claim.request());
            Granted.anew(hold, claim.request()).print("Locked", output, context.terminal());
            told = true;
            return ExitCode.OK.code();
        } finally {
            if (!told) {
                session.engine().release(hold.resource().root(), hold.id(), claim.request());
            }
        }
    }
}
