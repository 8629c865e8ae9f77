package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.state.StateFields;
import holdfast.state.StateName;
import holdfast.state.StateVersion;

final class StateShowCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();
    private final OutputOption output = new OutputOption();

    StateShowCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("show", this)
                .description(
                        "Shows the current version of a state: who saved it, when, under which lock.",
                        "Also checks that it is what was saved.")
                .footer(
                        "Examples:",
                        "  holdfast state show user-platform/production",
                        "  holdfast state show terraform:network --output json")
                .takes(state, output, states);
    }

    @Override
    public Integer call() {
        StateName name = state.state();
        StateVersion version =
                states.look(all -> all.check(name))
                        .orElseThrow(() ->
                                new InvalidRequestException("there is no state '" + name + "'"));
        if (output.isJson()) {
            Json.printObject(
                    context.terminal().out(),
                    json -> {
                        json.writeStringProperty("state", name.toString());
                        StateFields.write(json, version);
                    });
        } else {
            context.terminal().out().print(text(name, version));
        }
        return ExitCode.OK.code();
    }

    private static String text(StateName name, StateVersion version) {
        Facts facts =
                new Facts()
                        .add("State", name.toString())
                        .add("Version", version.id())
                        .add("Saved at", version.at().toString())
                        .add("Saved by", version.by())
                        .add("Operation", version.operation())
                        .add("Lock id", version.lock())
                        .addIfSaid("Called", version.client())
                        .add("Token", Long.toString(version.token()))
                        .addIfSaid("Path", version.path())
                        .add("Size", version.digest().size() + " bytes")
                        .add("SHA-256", version.digest().sha256());
        version.facts()
                .forEach((fact, said) -> {
                    if (!fact.equals(StateVersion.SENT)) { // A digest, for programs.
                        facts.add(fact, OneLine.of(said));
                    }
                });
        return facts.text();
    }
}
