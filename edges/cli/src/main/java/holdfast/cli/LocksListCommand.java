package holdfast.cli;

import holdfast.store.LockStore;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "list",
        sortOptions = false,
        description = "Lists all locks: who holds what, since when, until when and why.",
        footerHeading = "%n",
        footer = {
            "Examples:",
            "  holdfast locks list",
            "  holdfast locks list --filter status=active --filter owner=alice@laptop",
            "  holdfast locks list --output json | jq '.[] | select(.state == \"stale\")'"
        })
final class LocksListCommand implements Callable<Integer> {
    private final Context context;

    @Option(
            names = "--filter",
            paramLabel = "FIELD=VALUE",
            description =
                    "Only locks whose status, owner, mode, priority or resource is "
                            + "so; several must all be met. status=active is everything that "
                            + "is held now; resource=X is X and everything below it.")
    private List<LockFilter> filters = List.of();

    @Mixin private final OutputOption output = new OutputOption();

    @Mixin private final StoreOption store;

    LocksListCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Integer call() {
        List<LockRow> rows;
        try (LockStore opened = store.openToLook()) {
            rows =
                    LockRow.all(opened).stream()
                            .filter(row -> filters.stream().allMatch(filter -> filter.test(row)))
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
