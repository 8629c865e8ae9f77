package holdfast.cli;

import holdfast.model.ErrorCode;
import holdfast.model.LockId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class ReleaseCommand implements Command {
    private final Context context;

    private final LockArgument lock;

    private final Argument<String> claim =
            Argument.option(
                    "--claim",
                    "CLAIM_ID",
                    "Give back only this claim, where the owner claimed the lock more than once."
                            + " Default: $HOLDFAST_CLAIM_ID if that is about this lock.");

    private final Argument<Boolean> allClaims =
            Argument.flag("--all-claims", "Give back the lock with all its claims.");

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    ReleaseCommand(Context context) {
        this.context = context;
        this.lock = new LockArgument(context);
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("release", this)
                .synopsis("holdfast release [LOCK_ID] [OPTIONS]")
                .description(
                        "Gives back a lock that 'acquire' took.",
                        "Says so if it had been lost before; whoever holds the resource now keeps it.",
                        "With --resource it may be repeated, and answers the same.")
                .footer(
                        "Examples:",
                        "  holdfast release lock_1772366400000000000_alice-laptop_0a1b2c3d",
                        "  holdfast release \"$id\" --resource user-platform/production",
                        "  holdfast release      # the lock of $HOLDFAST_LOCK_ID")
                .takes(lock, claim, allClaims, output, store);
    }

    @Override
    public Integer call() {
        LockId id = lock.id();
        try (var session = store.openExisting()) {
            Optional<Root> root = lock.root(session);
            return root.isEmpty()
                    ? Complaints.to(context.terminal(), output)
                            .failed(lock.unknown(), ErrorCode.LOCK_NOT_FOUND)
                    : new Releasing(context.terminal(), output)
                            .tell(id, session.locks().release(root.get(), id, claim(session, id)));
        }
    }

    /** Null for all; but what others claimed as the same owner is not given back by mistake. */
    private @Nullable RequestId claim(Session session, LockId id) {
        if (allClaims.or(false)) {
            return null;
        }
        RequestId chosen = claim.isGiven() ? new RequestId(claim.given()) : lock.usualClaim();
        int claims = session.locks().find(id).map(hold -> hold.claims().size()).orElse(1);
        if (chosen == null && claims > 1) {
            throw lock.misuse(
                    "The lock is claimed "
                            + claims
                            + " times: name your claim (--claim), or give back all (--all-claims)");
        }
        return chosen;
    }
}
