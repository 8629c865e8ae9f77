package holdfast.cli;

import holdfast.model.ErrorCode;
import holdfast.model.Freeze;
import java.util.List;
import java.util.Optional;

final class ThawCommand implements Command {
    private final Context context;

    private final Argument<String> name =
            Argument.positional(
                    "FREEZE",
                    String.class,
                    "The id of a freeze; or the prefix that is frozen, or 'everything', "
                            + "for all freezes of just that.");

    private final Argument<String> reason =
            Argument.option("--reason", "TEXT", "Why; kept in the audit trail.");

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    ThawCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("thaw", this)
                .description("Ends freezes before their time.")
                .footer(
                        "Examples:",
                        "  holdfast thaw freeze-0a1b2c3d --reason 'migration is done'",
                        "  holdfast thaw user-platform")
                .takes(name, reason, output, store);
    }

    @Override
    public Integer call() {
        List<Freeze> thawed;
        try (var session = store.openExisting()) {
            String by = new Identity(context.environment()).name();
            thawed =
                    session.locks().freezes().all().stream()
                            .filter(this::isMeant)
                            .map(freeze -> session.locks().thaw(freeze.id(), by, reason.or("")))
                            .flatMap(Optional::stream)
                            .toList();
        }
        if (thawed.isEmpty()) {
            return Complaints.to(context.terminal(), output)
                    .failed(
                            "there is no freeze '" + name.given() + "'; see holdfast freezes",
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
        return freeze.id().equals(name.given()) || freeze.prefix().toString().equals(name.given());
    }
}
