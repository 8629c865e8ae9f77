package holdfast.cli;

import holdfast.notify.DeadLetters;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.core.JsonGenerator;

final class WebhooksListCommand implements Command {
    private static final int LIMIT = 1_000;
    private static final int WHY_AT_LEAST = 20;

    private final Context context;

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    WebhooksListCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("list", this)
                .description("Lists messages that were given up, the oldest first, by webhook.")
                .footer(
                        "Examples:",
                        "  holdfast webhooks list",
                        "  holdfast webhooks list --output json")
                .takes(output, store);
    }

    @Override
    public Integer call() {
        List<DeadLetters.DeadLetter> letters;
        try (Records records = store.openExistingRecords()) {
            letters = records.deadLetters(LIMIT);
        }
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), letters, WebhooksListCommand::write);
        } else {
            context.terminal().out().print(textOf(letters, context.screen()));
        }
        return ExitCode.OK.code();
    }

    private static String textOf(List<DeadLetters.DeadLetter> letters, Screen screen) {
        if (letters.isEmpty()) {
            return "No messages were given up.\n";
        }
        return new Table(
                        List.of(
                                Table.Column.fixed("WEBHOOK"),
                                Table.Column.fixed("ID"),
                                Table.Column.fixed("EVENT"),
                                Table.Column.fixed("GIVEN UP"),
                                Table.Column.fixed("ATTEMPTS"),
                                Table.Column.shrinking("WHY", WHY_AT_LEAST)),
                        letters.stream().map(WebhooksListCommand::cells).toList())
                .fitting(screen);
    }

    private static List<String> cells(DeadLetters.DeadLetter letter) {
        return List.of(
                letter.webhook(),
                letter.id(),
                letter.event(),
                letter.givenUpAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                Integer.toString(letter.attempts()),
                letter.why());
    }

    private static void write(JsonGenerator json, DeadLetters.DeadLetter letter) {
        json.writeStringProperty("letter_id", letter.id());
        json.writeStringProperty("webhook", letter.webhook());
        json.writeStringProperty("event", letter.event());
        json.writeStringProperty("given_up_at", letter.givenUpAt().toString());
        json.writeNumberProperty("attempts", letter.attempts());
        json.writeStringProperty("why", letter.why());
    }
}
