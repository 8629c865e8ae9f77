package holdfast.cli;

import holdfast.model.ErrorCode;
import java.util.List;

/** Does something with one message that was not delivered. */
final class WebhooksLetterCommand implements Command {
    private final Context context;
    private final Deed deed;

    private final Argument<String> webhook =
            Argument.positional("WEBHOOK", String.class, "The name of a webhook.");

    private final Argument<String> id =
            Argument.positional("ID", String.class, "The id of a message, as the list shows it.");

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    /**
     * What is done.
     *
     * @param state the message afterwards, in JSON
     * @param done the same for people
     */
    private record Deed(
            String name, List<String> description, Action action, String state, String done) {}

    @FunctionalInterface
    private interface Action {
        /** Whether there is such a message. */
        boolean of(Records records, String webhook, String id);
    }

    private WebhooksLetterCommand(Context context, Deed deed) {
        this.context = context;
        this.deed = deed;
        this.store = new StoreOption(context);
    }

    static WebhooksLetterCommand retry(Context context) {
        return new WebhooksLetterCommand(
                context,
                new Deed(
                        "retry",
                        List.of(
                                "Has a server send a message again, within seconds.",
                                "If that fails too, it comes back to the list."),
                        Records::resend,
                        "asked_for",
                        "To be sent again"));
    }

    static WebhooksLetterCommand drop(Context context) {
        return new WebhooksLetterCommand(
                context,
                new Deed(
                        "drop",
                        List.of("Forgets a message."),
                        Records::forget,
                        "forgotten",
                        "Forgotten"));
    }

    @Override
    public Syntax syntax() {
        return Syntax.of(deed.name(), this)
                .description(deed.description().toArray(String[]::new))
                .footer("Examples:", "  holdfast webhooks " + deed.name() + " ops 0123abcd")
                .takes(webhook, id, output, store);
    }

    @Override
    public Integer call() {
        boolean found;
        try (Records records = store.openExistingRecords()) {
            found = deed.action().of(records, webhook.given(), id.given());
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
                        json.writeStringProperty("state", deed.state());
                    });
        } else {
            context.terminal().out().println(deed.done() + ": " + id.given());
        }
        return ExitCode.OK.code();
    }
}
