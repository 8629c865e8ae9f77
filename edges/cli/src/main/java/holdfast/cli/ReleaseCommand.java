package holdfast.cli;

import holdfast.model.ErrorCode;
import holdfast.model.LockId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "release",
        sortOptions = false,
        customSynopsis = "holdfast release [LOCK_ID] [OPTIONS]",
        description = {
            "Gives back a lock that 'acquire' took.",
            "Says so if it had been lost before; whoever holds the resource now keeps it.",
            "With --resource it may be repeated, and answers the same."
        },
        footerHeading = "%n",
        footer = {
            "Examples:",
            "  holdfast release lock_1772366400000000000_alice-laptop_0a1b2c3d",
            "  holdfast release \"$id\" --resource user-platform/production",
            "  holdfast release      # the lock of $HOLDFAST_LOCK_ID"
        })
final class ReleaseCommand implements Callable<Integer> {
    private final Context context;

    @Mixin private final LockArgument lock;

    @Option(
            names = "--claim",
            paramLabel = "CLAIM_ID",
            description =
                    "Give back only this claim, where the owner claimed the lock more than once."
                            + " Default: $HOLDFAST_CLAIM_ID if that is about this lock.")
    private @Nullable String claim;

    @Option(names = "--all-claims", description = "Give back the lock with all its claims.")
    private boolean allClaims;

    @Mixin private final OutputOption output = new OutputOption();
    @Mixin private final StoreOption store;

    ReleaseCommand(Context context) {
        this.context = context;
        this.lock = new LockArgument(context);
        this.store = new StoreOption(context);
    }

    @Override
    public Integer call() {
        LockId id = lock.id();
        try (var session = Session.on(store.openExisting())) {
            Optional<Root> root = lock.root(session.store());
            return root.isEmpty()
                    ? Complaints.to(context.terminal(), output)
                            .failed(lock.unknown(), ErrorCode.LOCK_NOT_FOUND)
                    : new Releasing(context.terminal(), output)
                            .tell(id, session.engine().release(root.get(), id, claim(session, id)));
        }
    }

    /** Null for all; but what others claimed as the same owner is not given back by mistake. */
    private @Nullable RequestId claim(Session session, LockId id) {
        if (allClaims) {
            return null;
        }
        RequestId chosen = claim == null ? lock.usualClaim() : new RequestId(claim);
        int claims = session.engine().find(id).map(hold -> hold.claims().size()).orElse(1);
        if (chosen == null && claims > 1) {
            throw lock.misuse(
                    "The lock is claimed "
                            + claims
                            + " times: name your claim (--claim), or give back all (--all-claims)");
        }
        return chosen;
    }
}
