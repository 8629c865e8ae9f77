package holdfast.cli;

import java.util.List;

final class LocksListCommand implements Command {
    private final Context context;

    private final Argument<List<LockFilter>> filters =
            Argument.several(
                    "--filter",
                    "FIELD=VALUE",
                    LockFilter.class,
                    "Only locks whose status, owner, mode, priority or resource is "
                            + "so; several must all be met. status=active is everything that "
                            + "is held now; resource=X is X and everything below it.");

    private final OutputOption output = new OutputOption();

    private final StoreOption store;

    LocksListCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("list", this)
                .description("Lists all locks: who holds what, since when, until when and why.")
                .footer(
                        "Examples:",
                        "  holdfast locks list",
                        "  holdfast locks list --filter status=active --filter owner=alice@laptop",
                        "  holdfast locks list --output json | jq '.[] | select(.state == \"stale\")'")
                .takes(filters, output, store);
    }

    @Override
    public Integer call() {
        List<LockFilter> wishes = filters.or(List.of());
        List<LockRow> rows;
        try (var opened = store.openToLook()) {
            rows =
                    LockRow.all(opened.allHolds()).stream()
                            .filter(row -> wishes.stream().allMatch(wish -> wish.test(row)))
                            .toList();
        }
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), rows, LockJson::write);
        } else {
            context.terminal().out().print(LockTable.textOf(rows, context.screen()));
        }
        return ExitCode.OK.code();
    }
}
