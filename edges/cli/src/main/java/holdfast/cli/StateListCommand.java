package holdfast.cli;

import holdfast.state.StateName;
import holdfast.state.StateVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

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
                .description("Lists all states with their current versions.")
                .footer(
                        "Examples:",
                        "  holdfast state list",
                        "  holdfast state list --states files:/var/lib/states --output json")
                .takes(output, states);
    }

    @Override
    public Integer call() {
        List<Row> rows =
                states.look(all ->
                        all.names().stream()
                                .map(name -> new Row(name, all.pointer(name).current()))
                                .toList());
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), rows, StateListCommand::write);
        } else {
            context.terminal().out().print(text(rows));
        }
        return ExitCode.OK.code();
    }

    /** @param current null if the state was removed, or nothing was saved yet */
    private record Row(StateName name, @Nullable StateVersion current) {}

    private String text(List<Row> rows) {
        return new Table(
                        List.of(
                                Table.Column.fixed("STATE"),
                                Table.Column.fixed("VERSION"),
                                Table.Column.fixed("SAVED"),
                                Table.Column.shrinking("BY", 12)),
                        rows.stream().map(StateListCommand::cells).toList())
                .fitting(context.screen());
    }

    private static List<String> cells(Row row) {
        StateVersion current = row.current();
        return current == null
                ? List.of(row.name().toString(), "none", "", "")
                : List.of(
                        row.name().toString(),
                        current.id(),
                        StateRows.saved(current),
                        current.by());
    }

    private static void write(JsonGenerator json, Row row) {
        json.writeStringProperty("state", row.name().toString());
        StateVersion current = row.current();
        if (current != null) {
            StateRows.write(json, current);
        }
    }
}
