package holdfast.cli;

import holdfast.LockRequest;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.Refusal;
import java.time.Duration;
import java.util.List;

final class AcquireCommand implements Command {
    private final Context context;

    private final Target target = new Target();

    private final Argument<Duration> lease =
            Argument.required(
                    "--lease",
                    "TIME",
                    Duration.class,
                    "How long the lock lasts unless it is renewed, as in 2h. Required.");

    private final ClaimOptions options = new ClaimOptions();
    private final Claimant claimant;
    private final StepOutputs outputs;
    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    AcquireCommand(Context context) {
        this.context = context;
        this.claimant = new Claimant(context);
        this.outputs = new StepOutputs(context);
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("acquire", this)
                .synopsis("holdfast acquire RESOURCE --lease TIME [OPTIONS]")
                .description(
                        "Takes a lock that outlives this command.",
                        "For scripts that hold it across steps. Nobody keeps it alive: it ends with",
                        "its lease, unless it is renewed or released before. Prefer 'run' where one",
                        "command is all there is to do.")
                .footer(
                        "Examples:",
                        "  holdfast acquire user-platform/production --lease 2h --reason 'deploy 1.2.3'",
                        "  id=$(holdfast acquire db/main --lease 30m --output json | jq -r .lock_id)",
                        "  holdfast acquire network --shared --no-wait --lease 10m --github-output",
                        "A step that may be repeated, and one that claims more as the same owner:",
                        "  holdfast acquire db/main --lease 2h --request-id \"$CI_JOB_ID-db\"",
                        "  holdfast acquire db/main//schema --lease 1h --owner-id \"$owner\" --under \"$id\"")
                .takes(target, lease, options, claimant, outputs, output, store);
    }

    @Override
    public Integer call() {
        var resource = target.resource();
        claimant.check();
        outputs.check();
        try (var leaving = new LeavingTheLine();
                var session = store.open()) {
            AcquireRequest request = request(session.holdfast().lock(resource));
            return switch (acquire(session, request)) {
                case AcquireOutcome.Granted(Hold hold, Claim claim) -> keep(session, hold, claim);
                case AcquireOutcome.Refused(Refusal refusal) ->
                        Complaints.to(context.terminal(), output).refused(refusal, session.locks());
                case AcquireOutcome.Queued _ ->
                        throw new IllegalStateException("the engine did not wait");
            };
        } catch (InterruptedException e) {
            // By a signal, whose number the process ends with.
            return ExitCode.CANCELLED.code();
        }
    }

    private AcquireRequest request(LockRequest bare) {
        // The owner outside is known to the store outside only.
        var outer = store.isUsual() ? Nesting.outer(context.environment()) : null;
        return claimant.appliedTo(options.appliedTo(bare.lease(lease.given())), outer, options)
                .toRequest();
    }

    private AcquireOutcome acquire(Session session, AcquireRequest request)
            throws InterruptedException {
        try (var report = new WaitReport(session.locks(), List.of(request), context.terminal())) {
            return session.locks().acquire(request);
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
            // Who named the request may have had this very lock from it before, and asks again.
            if (!told && !claimant.isRepeatable()) {
                session.locks().release(hold.resource().root(), hold.id(), claim.request());
            }
        }
    }
}
