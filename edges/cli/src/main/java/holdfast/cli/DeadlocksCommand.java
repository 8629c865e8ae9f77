package holdfast.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "deadlocks",
        sortOptions = false,
        description = {
            "Shows owners who wait for each other in a circle.",
            "A request that would close a circle is refused, so there is one only if it",
            "closed from two sides at once; one of its waits is then given up within 30s."
        },
        footerHeading = "%n",
        footer = {"Examples:", "  holdfast deadlocks", "  holdfast deadlocks --output json"})
final class DeadlocksCommand implements Callable<Integer> {
    private final Context context;

    @Mixin private final OutputOption output = new OutputOption();
    @Mixin private final StoreOption store;

    DeadlocksCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Integer call() {
        List<Circle> circles;
        try (var session = Session.on(store.openToLook())) {
            circles =
                    session.engine().deadlocks().stream()
                            .map(owners -> Circle.of(owners, session.engine()))
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
