package holdfast.cli;

import java.util.List;

final class DeadlocksCommand implements Command {
    private final Context context;

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    DeadlocksCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("deadlocks", this)
                .description(
                        "Shows owners who wait for each other in a circle.",
                        "A request that would close a circle is refused, so there is one only if it",
                        "closed from two sides at once; one of its waits is then given up within 30s.")
                .footer("Examples:", "  holdfast deadlocks", "  holdfast deadlocks --output json")
                .takes(output, store);
    }

    @Override
    public Integer call() {
        List<Circle> circles;
        try (var session = store.openToLook()) {
            circles =
                    session.locks().deadlocks().stream()
                            .map(owners -> Circle.of(owners, session.locks()))
                            .toList();
        }
        if (output.isJson()) {
            Json.printArray(
                    context.terminal().out(), circles, (json, circle) -> circle.write(json));
        } else {
            context.terminal().out().print(text(circles));
        }
        return ExitCode.OK.code();
    }

    private static String text(List<Circle> circles) {
        if (circles.isEmpty()) {
            return "No deadlocks.\n";
        }
        var text = new StringBuilder();
        for (Circle circle : circles) {
            text.append("Deadlock of ")
                    .append(circle.members().size())
                    .append(":\n")
                    .append(circle.text());
        }
        return text.append("Give up a wait with: holdfast queue cancel REQUEST\n").toString();
    }
}
