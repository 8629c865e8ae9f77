package holdfast.cli;

import holdfast.state.StateChange;
import holdfast.state.StateName;

final class StateRmCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();
    private final WaitOption wait = new WaitOption();
    private final Argument<Boolean> yes = Argument.flag("--yes", "Do not ask.");

    StateRmCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("rm", this)
                .description(
                        "Removes a state. Its history stays for as long as the retention says,",
                        "so restore gets it back. Takes its lock.")
                .footer("Examples:", "  holdfast state rm user-platform/staging --yes")
                .takes(state, yes, wait, states);
    }

    @Override
    public Integer call() {
        StateName name = state.state();
        if (!yes.or(false)) {
            throw yes.misuse("Add --yes to remove '" + name + "'");
        }
        return new StateWork(context, states, wait, name)
                .change("state rm", new StateChange.Remove());
    }
}
