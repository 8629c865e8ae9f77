package holdfast.cli;

import holdfast.model.ErrorCode;

final class WebhooksDropCommand implements Command {
    private final Context context;

    private final Argument<String> webhook =
            Argument.positional("WEBHOOK", String.class, "The name of a webhook.");

    private final Argument<String> id =
            Argument.positional("ID", String.class, "The id of a message, as the list shows it.");

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    WebhooksDropCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("drop", this)
                .description("Forgets a message.")
                .footer("Examples:", "  holdfast webhooks drop ops 0123abcd")
                .takes(webhook, id, output, store);
    }

    @Override
    public Integer call() {
        boolean found;
        try (Records records = store.openExistingRecords()) {
            found = records.forget(webhook.given(), id.given());
        }
        if (!found) {
            return Complaints.to(context.terminal(), output)
                    .failed(
                            "there is no such message; see holdfast webhooks list",
                            ErrorCode.LOCK_NOT_FOUND);
        }
        if (output.isJson()) {
            Json.printObject(
                    context.terminal().out(),
                    json -> {
                        json.writeStringProperty("letter_id", id.given());
                        json.writeStringProperty("webhook", webhook.given());
                        json.writeStringProperty("state", "forgotten");
                    });
        } else {
            context.terminal().out().println("Forgotten: " + id.given());
        }
        return ExitCode.OK.code();
    }
}
