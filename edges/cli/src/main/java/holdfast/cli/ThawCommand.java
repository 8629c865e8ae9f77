package holdfast.cli;

import holdfast.model.ErrorCode;
import holdfast.model.Freeze;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "thaw",
        sortOptions = false,
        description = "Ends freezes before their time.",
        footerHeading = "%n",
        footer = {
            "Examples:",
            "  holdfast thaw freeze-0a1b2c3d --reason 'migration is done'",
            "  holdfast thaw user-platform"
        })
final class ThawCommand implements Callable<Integer> {
    private final Context context;

    @Parameters(
            paramLabel = "FREEZE",
            description =
                    "The id of a freeze; or the prefix that is frozen, or 'everything', "
                            + "for all freezes of just that.")
    private String name = "";

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept in the audit trail.")
    private String reason = "";

    @Mixin private final OutputOption output = new OutputOption();
    @Mixin private final StoreOption store;

    ThawCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Integer call() {
        List<Freeze> thawed;
        try (var session = Session.on(store.openExisting())) {
            String by = new Identity(context.environment()).name();
            thawed =
                    session.engine().freezes().all().stream()
                            .filter(this::isMeant)
                            .map(freeze -> session.engine().thaw(freeze.id(), by, reason))
                            .flatMap(Optional::stream)
                            .toList();
        }
        if (thawed.isEmpty()) {
            return Complaints.to(context.terminal(), output)
                    .failed(
                            "there is no freeze '" + name + "'; see holdfast freezes",
                            ErrorCode.LOCK_NOT_FOUND);
        }
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), thawed, FreezeRows::write);
        } else {
            thawed.forEach(freeze ->
                    context.terminal()
                            .out()
                            .println("Thawed: " + freeze.prefix() + " (" + freeze.id() + ")"));
        }
        return ExitCode.OK.code();
    }

    private boolean isMeant(Freeze freeze) {
        return freeze.id().equals(name) || freeze.prefix().toString().equals(name);
    }
}
