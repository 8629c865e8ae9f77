package holdfast.cli;

final class UnlockCommand implements Command {
    private final Target target = new Target();
    private final Unlocking unlocking;
    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    UnlockCommand(Context context) {
        this.unlocking = new Unlocking(context);
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("unlock", this)
                .synopsis("holdfast unlock RESOURCE --force --reason TEXT [OPTIONS]")
                .description(
                        "Takes a lock away from its holder.",
                        "Asks first. The holder is told who did it and why, and so is the audit trail;",
                        "the next one gets the lock 30s later, so that the old holder can stop.")
                .footer(
                        "Examples:",
                        "  holdfast unlock user-platform/production --force --reason 'runner is dead'",
                        "  holdfast unlock --stack user-platform --environment production --force \\",
                        "      --reason 'runner is dead' --yes",
                        "  holdfast unlock --stack user-platform --environment production \\",
                        "      --component user-service/api --force --reason 'stuck since Monday'")
                .takes(target, unlocking, output, store);
    }

    @Override
    public Integer call() {
        if (!unlocking.isForced()) {
            throw unlocking.misuse(
                    "Only its holder gives a lock back (holdfast release); add --force to take it away");
        }
        return unlocking.unlock(target.resource(), store, output);
    }
}
