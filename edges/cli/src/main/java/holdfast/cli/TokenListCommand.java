package holdfast.cli;

import holdfast.access.TokenRecord;
import java.util.List;

final class TokenListCommand implements Command {
    private final Context context;

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    TokenListCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("list", this)
                .description(
                        "Lists all tokens, also those that no longer hold, without their secrets.")
                .footer("Examples:", "  holdfast token list", "  holdfast token list --output json")
                .takes(output, store);
    }

    @Override
    public Integer call() {
        List<TokenRecord> tokens;
        try (Records records = store.openExistingRecords()) {
            tokens = records.tokens();
        }
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), tokens, TokenRows::write);
        } else {
            context.terminal().out().print(TokenRows.textOf(tokens, context.screen()));
        }
        return ExitCode.OK.code();
    }
}
