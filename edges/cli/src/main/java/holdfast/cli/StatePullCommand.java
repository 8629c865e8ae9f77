package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.state.LoadedState;
import holdfast.state.StateName;
import holdfast.state.States;

final class StatePullCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();
    private final Argument<String> version =
            Argument.option("--version", "VERSION", "An earlier one, as history lists it.");

    StatePullCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("pull", this)
                .description("Prints a state as it was saved, byte for byte.")
                .footer(
                        "Examples:",
                        "  holdfast state pull user-platform/production > state.json",
                        "  holdfast state pull terraform:network --version \"$id\"")
                .takes(state, version, states);
    }

    @Override
    public Integer call() {
        StateName name = state.state();
        byte[] body = states.look(all -> body(all, name));
        context.terminal().out().write(body, 0, body.length);
        context.terminal().out().flush();
        return ExitCode.OK.code();
    }

    private byte[] body(States all, StateName name) {
        if (version.isGiven()) {
            return all.read(all.version(name, version.given()));
        }
        return all.load(name)
                .map(LoadedState::body)
                .orElseThrow(() -> new InvalidRequestException("there is no state '" + name + "'"));
    }
}
