package holdfast.cli;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import holdfast.store.LockStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
            "  holdfast locks list --output json | jq '.[] | select(.state == \"stale\")'"
        })
final class LocksListCommand implements Callable<Integer> {
    private static final int PAGE = 500;

    private final Context context;

    @Option(names = "--output", paramLabel = "FORM", description = "table or json. Default: table.")
    private Output output = Output.TABLE;

    @Mixin private final StoreOption store;

    private enum Output {
        TABLE,
        JSON
    }

    LocksListCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Integer call() {
        List<Row> rows;
        try (LockStore opened = store.open()) {
            rows = all(opened);
        }
        switch (output) {
            case JSON -> LockJson.print(rows, context.terminal().out());
            case TABLE -> print(rows);
        }
        return ExitCode.OK.code();
    }

    /** A hold and the store's time at which it was read. */
    record Row(Hold hold, StoreTime now) {
        LockState state() {
            return LockState.of(hold, now);
        }
    }

    private static List<Row> all(LockStore store) {
        var rows = new ArrayList<Row>();
        @Nullable HoldCursor after = null;
        HoldPage page;
        do {
            page = store.holds(after, PAGE);
            for (Hold hold : page.holds()) {
                rows.add(new Row(hold, page.now()));
                after = HoldCursor.after(hold);
            }
        } while (page.holds().size() == PAGE);
        return rows;
    }

    private void print(List<Row> rows) {
        Terminal terminal = context.terminal();
        if (rows.isEmpty()) {
            terminal.out().println("No locks.");
            return;
        }
        terminal.out().print(LockTable.of(rows).fitting(terminal.columns().get()));
    }
}
