package holdfast.cli;

import holdfast.LockRequest;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import java.time.Duration;
import java.util.Optional;

final class RenewCommand implements Command {
    private final Context context;

    private final LockArgument lock;

    private final Argument<Duration> lease =
            Argument.option(
                    "--lease",
                    "TIME",
                    Duration.class,
                    "How long it lasts from now, unless it lasts longer already. Default: as it was acquired with.");

    private final StepOutputs outputs;
    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    RenewCommand(Context context) {
        this.context = context;
        this.lock = new LockArgument(context);
        this.outputs = new StepOutputs(context);
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("renew", this)
                .synopsis("holdfast renew [LOCK_ID] [OPTIONS]")
                .description(
                        "Prolongs a lock that 'acquire' took: its lease begins anew.",
                        "A lock that has ended is never revived, even if nobody else took it.")
                .footer(
                        "Examples:",
                        "  holdfast renew \"$id\"",
                        "  holdfast renew \"$id\" --lease 30m --output json")
                .takes(lock, lease, outputs, output, store);
    }

    @Override
    public Integer call() {
        LockId id = lock.id();
        outputs.check();
        var complaints = Complaints.to(context.terminal(), output);
        try (var session = store.openExisting()) {
            Optional<Root> root = lock.root(session);
            if (root.isEmpty()) {
                return complaints.failed(lock.unknown(), ErrorCode.LOCK_NOT_FOUND);
            }
            Duration length = lease.isGiven() ? lease.given() : leaseOf(session, id);
            return switch (session.locks().renew(root.get(), id, length)) {
                case RenewOutcome.Renewed(StoreTime at) -> renewed(session, id, at, complaints);
                case RenewOutcome.Lost lost -> Losing.tell(id, lost.ending(), complaints);
            };
        }
    }

    /** Any allowed one if it has ended: the engine says how, whatever is asked for. */
    private static Duration leaseOf(Session session, LockId id) {
        return session.locks().find(id).map(hold -> hold.terms().lease()).orElse(LockRequest.LEASE);
    }

    private int renewed(Session session, LockId id, StoreTime at, Complaints complaints) {
        Optional<Hold> hold = session.locks().find(id);
        if (hold.isEmpty()) {
            return complaints.failed("lock " + id + " ended just now", ErrorCode.LOCK_LOST);
        }
        RequestId named = lock.usualClaim();
        RequestId claim = named == null ? hold.get().claims().getFirst().request() : named;
        outputs.write(hold.get(), claim);
        new Granted(hold.get(), claim, at).print("Renewed", output, context.terminal());
        return ExitCode.OK.code();
    }
}
