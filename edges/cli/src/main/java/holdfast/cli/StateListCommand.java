package holdfast.cli;

import holdfast.state.StateEntry;
import holdfast.state.StateFields;
import holdfast.state.StateVersion;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

final class StateListCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final OutputOption output = new OutputOption();

    StateListCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("list", this)
                .description(
                        "Lists all states with their current versions.",
                        "One that is damaged is told with what to do; then the exit code is 69.")
                .footer(
                        "Examples:",
                        "  holdfast state list",
                        "  holdfast state list --states files:/var/lib/states --output json")
                .takes(output, states);
    }

    @Override
    public Integer call() {
        List<StateEntry> rows = states.look(OpenStates::entries);
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), rows, StateFields::write);
        } else {
            context.terminal().out().print(text(rows));
        }
        return Damage.told(
                context.terminal(),
                rows.stream().flatMap(row -> Stream.ofNullable(row.damage())).toList());
    }

    private String text(List<StateEntry> rows) {
        return new Table(
                        List.of(
                                Table.Column.fixed("STATE"),
                                Table.Column.fixed("VERSION"),
                                Table.Column.fixed("SAVED"),
                                Table.Column.shrinking("BY", 12)),
                        rows.stream().map(StateListCommand::cells).toList())
                .fitting(context.screen());
    }

    private static String withoutVersion(StateEntry row) {
        if (row.damage() != null) {
            return "DAMAGED";
        }
        return row.removed() == null
                ? "none"
                : "removed " + row.removed().truncatedTo(ChronoUnit.SECONDS);
    }

    private static List<String> cells(StateEntry row) {
        StateVersion current = row.current();
        return current == null
                ? List.of(row.name().toString(), withoutVersion(row), "", "")
                : List.of(
                        row.name().toString(),
                        current.id(),
                        StateRows.saved(current),
                        current.by());
    }
}
