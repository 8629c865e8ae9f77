package holdfast.cli;

import holdfast.state.StateFields;
import holdfast.state.StateHistory;
import holdfast.state.StateVersion;
import java.util.List;

final class StateHistoryCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();
    private final Argument<Integer> limit =
            Argument.option("--limit", "N", Integer.class, "How many. Default: 20.");
    private final OutputOption output = new OutputOption();

    StateHistoryCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("history", this)
                .description(
                        "Lists the versions of a state, newest first, also after it was removed.",
                        "What is damaged is told; then the exit code is 69. Backups: state backup --list.")
                .footer("Examples:", "  holdfast state history user-platform/production --limit 5")
                .takes(state, limit, output, states);
    }

    @Override
    public Integer call() {
        StateHistory history =
                states.look(all -> all.history(state.state(), limit.or(USUAL_LIMIT)));
        List<StateVersion> versions = history.versions();
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), versions, StateFields::write);
        } else {
            context.terminal().out().print(StateRows.text(versions, context.screen()));
        }
        return Damage.told(context.terminal(), history.damage());
    }

    private static final int USUAL_LIMIT = 20;
}
