package holdfast.cli;

import holdfast.state.RestorePoint;
import holdfast.state.StateChange;
import holdfast.state.StateName;
import java.time.Instant;
import java.time.format.DateTimeParseException;

final class StateRestoreCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();
    private final WaitOption wait = new WaitOption();
    private final Argument<String> to =
            Argument.required(
                    "--to",
                    "VERSION|TIME",
                    String.class,
                    "What to go back to: a version, or a time such as 2026-03-01T12:00:00Z.");

    StateRestoreCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("restore", this)
                .description(
                        "Makes an earlier version the current one again, as a new version.",
                        "Also when the current one is damaged. Takes the lock of the state. A state of",
                        "Terraform's gets a new serial, so that no plan that was saved before fits it.")
                .footer(
                        "Examples:",
                        "  holdfast state restore user-platform/production --to 2026-03-01T12:00:00Z",
                        "  holdfast state restore terraform:network --to \"$id\"")
                .takes(state, to, wait, states);
    }

    @Override
    public Integer call() {
        StateName name = state.state();
        RestorePoint point = point(to.given());
        return new StateWork(context, states, wait, name)
                .change("state restore", new StateChange.Restore(point));
    }

    private static RestorePoint point(String text) {
        try {
            return new RestorePoint.AtTime(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return new RestorePoint.OfVersion(text);
        }
    }
}
