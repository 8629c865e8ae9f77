package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.state.StateFields;
import holdfast.state.StateName;
import holdfast.state.StateVersion;
import java.util.List;

final class StateBackupCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();
    private final Argument<Boolean> list =
            Argument.flag("--list", "Make none, list those that are there, newest first.");
    private final OutputOption output = new OutputOption();

    StateBackupCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("backup", this)
                .description("Copies the current version to where no retention reaches.")
                .footer(
                        "Examples:",
                        "  holdfast state backup user-platform/production",
                        "  holdfast state backup user-platform/production --list")
                .takes(state, list, output, states);
    }

    @Override
    public Integer call() {
        StateName name = state.state();
        return list.or(false) ? list(name) : copy(name);
    }

    private int list(StateName name) {
        List<StateVersion> backups = states.look(all -> all.backups(name));
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), backups, StateFields::write);
        } else {
            context.terminal().out().print(StateRows.text(backups, context.screen()));
        }
        return ExitCode.OK.code();
    }

    private int copy(StateName name) {
        String by = new Identity(context.environment()).name();
        StateVersion copy =
                states.look(all -> all.backup(name, by))
                        .orElseThrow(() ->
                                new InvalidRequestException("there is no state '" + name + "'"));
        context.terminal().out().println(copy.id());
        return ExitCode.OK.code();
    }
}
