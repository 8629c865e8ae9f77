package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.state.StateName;
import holdfast.state.StateVersion;

final class StateBackupCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();

    StateBackupCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("backup", this)
                .description("Copies the current version to where no retention reaches.")
                .footer("Examples:", "  holdfast state backup user-platform/production")
                .takes(state, states);
    }

    @Override
    public Integer call() {
        StateName name = state.state();
        String by = new Identity(context.environment()).name();
        StateVersion copy =
                states.look(all -> all.backup(name, by))
                        .orElseThrow(() ->
                                new InvalidRequestException("there is no state '" + name + "'"));
        context.terminal().out().println(copy.id());
        return ExitCode.OK.code();
    }
}
