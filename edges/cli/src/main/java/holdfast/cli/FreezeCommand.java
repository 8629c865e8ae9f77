package holdfast.cli;

import holdfast.model.Freeze;
import holdfast.model.Prefix;
import holdfast.model.keys.Keys;
import holdfast.store.FreezeDraft;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "freeze",
        sortOptions = false,
        customSynopsis = "holdfast freeze PREFIX|--everything --for TIME --reason TEXT [OPTIONS]",
        description = {
            "Stops new locks below a prefix for a while.",
            "Who holds a lock keeps it; who asks for one waits until the freeze is over.",
            "When this command returns, the freeze is in force everywhere."
        },
        footerHeading = "%n",
        footer = {
            "Examples:",
            "  holdfast freeze user-platform --for 2h --reason 'database migration'",
            "  holdfast freeze --everything --for 2d --reason 'release weekend' \\",
            "      --exempt github-actions-run-12345"
        })
final class FreezeCommand implements Callable<Integer> {
    private static final int ID_LENGTH = 8;

    private final Context context;

    @ArgGroup(multiplicity = "1")
    private What what = new What();

    /** What is frozen. */
    private static final class What {
        @Parameters(
                index = "0",
                paramLabel = "PREFIX",
                description = "The first segments of what is frozen, with all below them.")
        private @Nullable String prefix;

        @Option(names = "--everything", description = "Freeze all there is.")
        private boolean everything;

        Prefix prefix() {
            return everything || prefix == null
                    ? Prefix.EVERYTHING
                    : new Prefix(Keys.parse(prefix).text());
        }
    }

    @Option(
            names = "--for",
            required = true,
            paramLabel = "TIME",
            description = "How long, as in 2h or 2d. Required.")
    private Duration length = Duration.ZERO;

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "Why; told to everyone who has to wait for it. Required.")
    private String reason = "";

    @Option(
            names = "--exempt",
            paramLabel = "OWNER",
            description = "An owner, by name or id, who may go on. Can be repeated.")
    private List<String> exempt = List.of();

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Names the freeze, and replaces one of that name. Default: a new id.")
    private @Nullable String id;

    @Mixin private final OutputOption output = new OutputOption();
    @Mixin private final StoreOption store;

    FreezeCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Integer call() throws InterruptedException {
        var draft =
                new FreezeDraft(
                        id == null ? newId() : id,
                        what.prefix(),
                        new Identity(context.environment()).name(),
                        reason,
                        length,
                        Set.copyOf(exempt));
        Freeze freeze;
        try (var session = Session.on(store.open())) {
            freeze = session.engine().freeze(draft);
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

    private static String newId() {
        return "freeze-" + UUID.randomUUID().toString().substring(0, ID_LENGTH);
    }
}
