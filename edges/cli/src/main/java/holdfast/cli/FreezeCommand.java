package holdfast.cli;

import holdfast.model.Freeze;
import holdfast.model.Prefix;
import holdfast.model.keys.Keys;
import holdfast.store.FreezeDraft;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;

final class FreezeCommand implements Command {
    private static final int ID_LENGTH = 8;

    private final Context context;

    private final Argument<String> prefix =
            Argument.positional(
                    "PREFIX",
                    String.class,
                    "The first segments of what is frozen, with all below them.");

    private final Argument<Boolean> everything =
            Argument.flag("--everything", "Freeze all there is.");

    private final Argument<Duration> length =
            Argument.required(
                    "--for", "TIME", Duration.class, "How long, as in 2h or 2d. Required.");

    private final Argument<String> reason =
            Argument.required(
                    "--reason",
                    "TEXT",
                    String.class,
                    "Why; told to everyone who has to wait for it. Required.");

    private final Argument<List<String>> exempt =
            Argument.several(
                    "--exempt",
                    "OWNER",
                    String.class,
                    "An owner, by name or id, who may go on. Can be repeated.");

    private final Argument<String> id =
            Argument.option(
                    "--id",
                    "ID",
                    "Names the freeze, and replaces one of that name. Default: a new id.");

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    FreezeCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("freeze", this)
                .synopsis("holdfast freeze PREFIX|--everything --for TIME --reason TEXT [OPTIONS]")
                .description(
                        "Stops new locks below a prefix for a while.",
                        "Who holds a lock keeps it; who asks for one waits until the freeze is over.",
                        "When this command returns, the freeze is in force everywhere.")
                .footer(
                        "Examples:",
                        "  holdfast freeze user-platform --for 2h --reason 'database migration'",
                        "  holdfast freeze --everything --for 2d --reason 'release weekend' \\",
                        "      --exempt github-actions-run-12345")
                .takes(this::addWhat, length, reason, exempt, id, output, store);
    }

    @Override
    public Integer call() throws InterruptedException {
        var draft =
                new FreezeDraft(
                        id.isGiven() ? id.given() : newId(),
                        prefix(),
                        new Identity(context.environment()).name(),
                        reason.given(),
                        length.given(),
                        Set.copyOf(exempt.or(List.of())));
        Freeze freeze;
        try (var session = store.open()) {
            freeze = session.locks().freeze(draft);
        }
        if (output.isJson()) {
            Json.printObject(context.terminal().out(), json -> FreezeRows.write(json, freeze));
        } else {
            context.terminal()
                    .out()
                    .println("Frozen: " + FreezeRows.describe(freeze, freeze.since()));
            context.terminal().out().println("Thaw it with: holdfast thaw " + freeze.id());
        }
        return ExitCode.OK.code();
    }

    private void addWhat(CommandSpec command) {
        command.addArgGroup(
                ArgGroupSpec.builder()
                        .multiplicity("1")
                        .addArg(prefix.spec())
                        .addArg(everything.spec())
                        .build());
    }

    private Prefix prefix() {
        if (prefix.isGiven()) {
            return new Prefix(Keys.parse(prefix.given()).text());
        }
        if (everything.or(false)) {
            return Prefix.EVERYTHING;
        }
        throw everything.misuse("Name what to freeze: PREFIX or --everything");
    }

    private static String newId() {
        return "freeze-" + UUID.randomUUID().toString().substring(0, ID_LENGTH);
    }
}
