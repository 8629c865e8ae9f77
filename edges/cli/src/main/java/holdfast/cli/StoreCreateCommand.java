package holdfast.cli;

final class StoreCreateCommand implements Command {
    private final Context context;
    private final StoreOption store;

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
                        "it is. Then prints the same in Terraform and the IAM policy that clients need.")
                .footer(
                        "Examples:",
                        "  holdfast store create --store 'dynamodb:locks?region=eu-central-1'",
                        "  holdfast store create --store sqlite:locks.db")
                .takes(store);
    }

    @Override
    public Integer call() {
        Stores.Made made = context.stores().create(store.absoluteAddress());
        made.steps().forEach(step -> context.terminal().say(step));
        made.texts().forEach(context.terminal().out()::println);
        return ExitCode.OK.code();
    }
}
