package holdfast.cli;

import holdfast.state.RestorePoint;
import holdfast.state.StateChange;
import holdfast.state.StateFields;
import holdfast.state.StateName;
import holdfast.state.StateVersion;
import java.util.List;

final class StateOrphansCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();
    private final WaitOption wait = new WaitOption();
    private final Argument<String> take =
            Argument.option("--take", "VERSION", "Save this one, as a new version.");
    private final Argument<String> drop =
            Argument.option("--drop", "VERSION", "Take this one away for good.");
    private final OutputOption output = new OutputOption();

    StateOrphansCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("orphans", this)
                .description(
                        "Lists what was sent and refused, since its sender had lost its lock: it may describe",
                        "what really exists. With --take one of them becomes the current version. A state",
                        "keeps 100 of them; what comes then is left with its sender.")
                .footer(
                        "Examples:",
                        "  holdfast state orphans terraform:network",
                        "  holdfast state orphans terraform:network --take \"$id\"")
                .takes(state, take, drop, output, wait, states);
    }

    @Override
    public Integer call() {
        StateName name = state.state();
        if (take.isGiven()) {
            var point = new RestorePoint.OfVersion(take.given());
            return new StateWork(context, states, wait, name)
                    .change("state orphans --take", new StateChange.Restore(point));
        }
        if (drop.isGiven()) {
            boolean wasThere = states.look(all -> all.dropOrphan(name, drop.given()));
            context.terminal()
                    .say(drop.given() + (wasThere ? " was taken away" : " was not there"));
            return ExitCode.OK.code();
        }
        List<StateVersion> orphans = states.look(all -> all.orphans(name));
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), orphans, StateFields::write);
        } else {
            context.terminal().out().print(StateRows.text(orphans, context.screen()));
        }
        return ExitCode.OK.code();
    }
}
