package holdfast.cli;

import holdfast.model.ErrorCode;

final class WebhooksRetryCommand implements Command {
    private final Context context;

    private final Argument<String> webhook =
            Argument.positional("WEBHOOK", String.class, "The name of a webhook.");

    private final Argument<String> id =
            Argument.positional("ID", String.class, "The id of a message, as the list shows it.");

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    WebhooksRetryCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("retry", this)
                .description(
                        "Has a server send a message again, within seconds.",
                        "If that fails too, it comes back to the list.")
                .footer("Examples:", "  holdfast webhooks retry ops 0123abcd")
                .takes(webhook, id, output, store);
    }

    @Override
    public Integer call() {
        boolean found;
        try (Records records = store.openExistingRecords()) {
            found = records.resend(webhook.given(), id.given());
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
                        json.writeStringProperty("state", "asked_for");
                    });
        } else {
            context.terminal().out().println("To be sent again: " + id.given());
        }
        return ExitCode.OK.code();
    }
}
