package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.state.StateName;

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
        byte[] body =
                states.look(all -> all.body(name, version.value()))
                        .orElseThrow(() ->
                                new InvalidRequestException("there is no state '" + name + "'"));
        context.terminal().out().write(body, 0, body.length);
        context.terminal().out().flush();
        return ExitCode.OK.code();
    }
}
