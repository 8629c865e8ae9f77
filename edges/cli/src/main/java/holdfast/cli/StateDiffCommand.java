package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.state.StateDifference;
import holdfast.state.StateName;
import holdfast.state.States;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

final class StateDiffCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();
    private final Argument<String> from =
            Argument.required("--from", "VERSION", String.class, "The earlier version.");

    private final Argument<String> to =
            Argument.option("--to", "VERSION", "The later one. Default: the current version.");

    private final OutputOption output = new OutputOption();

    StateDiffCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("diff", this)
                .description("Shows in what two versions of a state differ.")
                .footer(
                        "Examples:",
                        "  holdfast state diff user-platform/production --from \"$id\"")
                .takes(state, from, to, output, states);
    }

    @Override
    public Integer call() {
        List<StateDifference> differences = states.look(this::differences);
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), differences, StateDiffCommand::write);
        } else {
            differences.forEach(found -> print(context.terminal().out(), found));
        }
        return ExitCode.OK.code();
    }

    private List<StateDifference> differences(OpenStates all) {
        StateName name = state.state();
        return States.diff(body(all, name, from.given()), body(all, name, to.value()));
    }

    private static byte[] body(OpenStates all, StateName name, @Nullable String version) {
        return all.body(name, version)
                .orElseThrow(() -> new InvalidRequestException("there is no state '" + name + "'"));
    }

    private static void print(PrintStream out, StateDifference found) {
        out.println(found.path());
        line(out, "-", found.before());
        line(out, "+", found.after());
    }

    private static void line(PrintStream out, String sign, @Nullable String value) {
        if (value != null) {
            out.println("  " + sign + " " + value);
        }
    }

    private static void write(JsonGenerator json, StateDifference found) {
        json.writeStringProperty("path", found.path());
        json.writeStringProperty("before", found.before());
        json.writeStringProperty("after", found.after());
    }
}
