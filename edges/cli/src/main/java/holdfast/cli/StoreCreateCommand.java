package holdfast.cli;

final class StoreCreateCommand implements Command {
    private final Context context;
    private final StoreOption store;
    private final Argument<String> states =
            Argument.option(
                    "--states",
                    "ADDRESS",
                    "Make instead where states are kept, as in s3://BUCKET/PREFIX.");

    StoreCreateCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("create", this)
                .description(
                        "Makes the store if there is none, and says what was done.",
                        "In DynamoDB these are tables, which nothing else makes. What is there stays as",
                        "it is. Then prints the same in Terraform and the IAM policy that clients need.",
                        "With --states a bucket is made for states: versioned, encrypted, closed to the",
                        "public, with a rule that takes away old versions. Other rules of it stay.")
                .footer(
                        "Examples:",
                        "  holdfast store create --store 'dynamodb:locks?region=eu-central-1'",
                        "  holdfast store create --store sqlite:locks.db",
                        "  holdfast store create --states s3://acme-deployments/holdfast")
                .takes(store, states);
    }

    @Override
    public Integer call() {
        Stores.Made made =
                states.isGiven()
                        ? context.stores().createDocuments(states.given())
                        : context.stores().create(store.absoluteAddress());
        made.steps().forEach(step -> context.terminal().say(step));
        made.texts().forEach(context.terminal().out()::println);
        return ExitCode.OK.code();
    }
}
