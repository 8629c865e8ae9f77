package holdfast.cli;

import holdfast.model.OwnerId;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.core.JsonGenerator;

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

    /** One owner of a circle, with all that it waits for and holds. */
    private record Member(OwnerId id, List<WaitRow> waits, List<LockRow> holds) {
        String name() {
            return Stream.concat(
                            waits.stream().map(row -> row.waiter().owner()),
                            holds.stream().map(row -> row.hold().owner()))
                    .findFirst()
                    .map(RefusalText::who)
                    .orElse(id.text());
        }
    }

    DeadlocksCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Integer call() {
        List<List<Member>> cycles;
        try (var session = Session.on(store)) {
            List<List<OwnerId>> found = session.engine().deadlocks();
            List<WaitRow> waits = found.isEmpty() ? List.of() : WaitRow.all(session.engine());
            List<LockRow> holds = found.isEmpty() ? List.of() : LockRow.all(session.store());
            cycles =
                    found.stream()
                            .map(cycle ->
                                    cycle.stream().map(id -> member(id, waits, holds)).toList())
                            .toList();
        }
        if (output.isJson()) {
            Json.printArray(
                    context.terminal().out(),
                    cycles,
                    (json, cycle) ->
                            Json.writeArray(json, "cycle", cycle, DeadlocksCommand::write));
        } else {
            context.terminal().out().print(text(cycles));
        }
        return ExitCode.OK.code();
    }

    private static Member member(OwnerId id, List<WaitRow> waits, List<LockRow> holds) {
        return new Member(
                id,
                waits.stream().filter(row -> row.waiter().owner().id().equals(id)).toList(),
                holds.stream().filter(row -> row.hold().owner().id().equals(id)).toList());
    }

    private static void write(JsonGenerator json, Member member) {
        json.writeStringProperty("owner_id", member.id().text());
        Json.writeArray(json, "waits", member.waits(), LockJson::write);
        Json.writeArray(json, "holds", member.holds(), LockJson::write);
    }

    private static String text(List<List<Member>> cycles) {
        if (cycles.isEmpty()) {
            return "No deadlocks.\n";
        }
        var text = new StringBuilder();
        for (List<Member> cycle : cycles) {
            text.append("Deadlock of ").append(cycle.size()).append(":\n");
            for (Member member : cycle) {
                text.append("  ")
                        .append(member.name())
                        .append("\n    holds ")
                        .append(names(member.holds(), row -> row.hold().resource().displayName()))
                        .append("\n    waits for ")
                        .append(names(member.waits(), DeadlocksCommand::wait))
                        .append('\n');
            }
        }
        return text.append("Give up a wait with: holdfast queue cancel REQUEST\n").toString();
    }

    private static String wait(WaitRow row) {
        return row.waiter().resource().displayName()
                + " since "
                + Times.both(row.waiter().enqueuedAt(), row.now())
                + ", request "
                + row.waiter().claim().request();
    }

    private static <T> String names(List<T> rows, Function<T, String> name) {
        return rows.isEmpty()
                ? "nothing"
                : rows.stream().map(name).collect(Collectors.joining("; "));
    }
}
