package holdfast.cli;

import holdfast.model.Freezes;
import holdfast.store.LockStore;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "freezes",
        sortOptions = false,
        description = "Lists all freezes: what is frozen, by whom, until when and why.",
        footerHeading = "%n",
        footer = {"Examples:", "  holdfast freezes", "  holdfast freezes --output json"})
final class FreezesCommand implements Callable<Integer> {
    private final Context context;

    @Mixin private final OutputOption output = new OutputOption();
    @Mixin private final StoreOption store;

    FreezesCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Integer call() {
        Freezes freezes;
        try (LockStore opened = store.openToLook()) {
            freezes = opened.freezes();
        }
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), freezes.all(), FreezeRows::write);
        } else {
            context.terminal().out().print(FreezeRows.textOf(freezes, context.screen()));
        }
        return ExitCode.OK.code();
    }
}
