package holdfast.cli;

import holdfast.access.TokenRecord;
import holdfast.model.ErrorCode;
import java.util.Optional;

final class TokenRevokeCommand implements Command {
    private final Context context;

    private final Argument<String> id =
            Argument.positional("ID", String.class, "The id of a token, as the list shows it.");

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    TokenRevokeCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("revoke", this)
                .description(
                        "Ends a token for good. Servers learn of it within seconds.",
                        "Locks that were taken with it stay until they are released or expire.")
                .footer("Examples:", "  holdfast token revoke 0123456789abcdef")
                .takes(id, output, store);
    }

    @Override
    public Integer call() {
        Optional<TokenRecord> revoked;
        try (Records records = store.openExistingRecords()) {
            revoked = records.revokeToken(id.given(), new Identity(context.environment()).name());
        }
        if (revoked.isEmpty()) {
            return Complaints.to(context.terminal(), output)
                    .failed(
                            "there is no token with this id; see holdfast token list",
                            ErrorCode.LOCK_NOT_FOUND);
        }
        if (output.isJson()) {
            Json.printObject(
                    context.terminal().out(), json -> TokenRows.write(json, revoked.get()));
        } else {
            context.terminal().out().println("Revoked: " + TokenRows.describe(revoked.get()));
        }
        return ExitCode.OK.code();
    }
}
