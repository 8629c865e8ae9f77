package holdfast.cli;

import holdfast.model.Freezes;

final class FreezesCommand implements Command {
    private final Context context;

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    FreezesCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("freezes", this)
                .description("Lists all freezes: what is frozen, by whom, until when and why.")
                .footer("Examples:", "  holdfast freezes", "  holdfast freezes --output json")
                .takes(output, store);
    }

    @Override
    public Integer call() {
        Freezes freezes;
        try (var opened = store.openToLook()) {
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
