package holdfast.cli;

import holdfast.model.LockId;

final class LocksReleaseCommand implements Command {
    private final Context context;

    private final Target target = new Target();
    private final Unlocking unlocking;
    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    LocksReleaseCommand(Context context) {
        this.context = context;
        this.unlocking = new Unlocking(context);
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("release", this)
                .synopsis("holdfast locks release RESOURCE (--lock-id LOCK_ID | --force) [OPTIONS]")
                .description(
                        "Releases a lock by the name of what it is on.",
                        "As its holder, who knows its id, or by force.")
                .footer(
                        "Examples:",
                        "  holdfast locks release terraform-prod --lock-id \"$id\"",
                        "  holdfast locks release terraform-prod --force --reason 'runner is dead'")
                .takes(target, unlocking, output, store);
    }

    @Override
    public Integer call() {
        var resource = target.resource();
        if (unlocking.isForced()) {
            return unlocking.unlock(resource, store, output);
        }
        LockId lock = unlocking.lock();
        if (lock == null) {
            throw unlocking.misuse(
                    "Only its holder gives a lock back: name its id (--lock-id), or add --force");
        }
        try (var session = store.openExisting()) {
            return new Releasing(context.terminal(), output)
                    .tell(lock, session.locks().release(resource.root(), lock, null));
        }
    }
}
