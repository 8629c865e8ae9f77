package holdfast.cli;

import java.util.List;

final class QueueListCommand implements Command {
    private static final int RESOURCE_AT_LEAST = 20;
    private static final int OWNER_AT_LEAST = 12;
    private static final int REASON_AT_LEAST = 16;

    private final Context context;

    private final Target target = new Target();
    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    QueueListCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("list", this)
                .synopsis("holdfast queue list [RESOURCE] [OPTIONS]")
                .description(
                        "Lists who waits for what, next first.",
                        "For one resource with all that is above and below it, or for everything.")
                .footer(
                        "Examples:",
                        "  holdfast queue list",
                        "  holdfast queue list user-platform/production --output json")
                .takes(target, output, store);
    }

    @Override
    public Integer call() {
        List<WaitRow> rows;
        try (var session = store.openToLook()) {
            rows = target.isNamed() ? waitingForTarget(session) : WaitRow.all(session.locks());
        }
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), rows, LockJson::write);
        } else {
            context.terminal().out().print(text(rows));
        }
        return ExitCode.OK.code();
    }

    private List<WaitRow> waitingForTarget(Session session) {
        var resource = target.resource();
        return WaitRow.of(session.locks(), resource.root()).stream()
                .filter(row -> row.waiter().resource().overlaps(resource))
                .toList();
    }

    private String text(List<WaitRow> rows) {
        if (rows.isEmpty()) {
            return "Nobody waits.\n";
        }
        return new Table(
                        List.of(
                                Table.Column.shrinking("RESOURCE", RESOURCE_AT_LEAST),
                                Table.Column.fixed("POSITION"),
                                Table.Column.fixed("MODE"),
                                Table.Column.fixed("PRIORITY"),
                                Table.Column.shrinking("OWNER", OWNER_AT_LEAST),
                                Table.Column.fixed("SINCE"),
                                Table.Column.fixed("REQUEST"),
                                Table.Column.shrinking("REASON", REASON_AT_LEAST)),
                        rows.stream().map(QueueListCommand::cells).toList())
                .fitting(context.screen());
    }

    private static List<String> cells(WaitRow row) {
        var waiter = row.waiter();
        return List.of(
                waiter.resource().displayName(),
                Integer.toString(row.position()),
                Json.word(waiter.mode()),
                Json.word(waiter.priority()),
                waiter.owner().name(),
                Times.both(waiter.enqueuedAt(), row.now()),
                waiter.claim().request().text(),
                OneLine.of(waiter.note().reason()));
    }
}
