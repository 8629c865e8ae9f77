package holdfast.cli;

import holdfast.state.Deployment;
import holdfast.state.StateFields;
import holdfast.state.StateHistory;
import holdfast.state.StateName;
import holdfast.state.StateVersion;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class StateHistoryCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();
    private final Argument<Integer> limit =
            Argument.option("--limit", "N", Integer.class, "How many. Default: 20.");
    private final Argument<Boolean> deployments =
            Argument.flag(
                    "--deployments",
                    "Instead of versions the deployments that the state of a stack tells of.");
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
                .footer(
                        "Examples:",
                        "  holdfast state history user-platform/production --limit 5",
                        "  holdfast state history user-platform/production --deployments")
                .takes(state, limit, deployments, output, states);
    }

    @Override
    public Integer call() {
        return deployments.or(false) ? deployments(state.state()) : versions();
    }

    private int deployments(StateName name) {
        if (name.kind() != StateName.Kind.STACK) {
            throw deployments.misuse("Only the state of a stack tells of deployments");
        }
        List<Deployment> told =
                states
                        .look(all -> all.body(name, null))
                        .map(Deployment::in)
                        .orElse(List.of())
                        .stream()
                        .limit(limit.or(USUAL_LIMIT))
                        .toList();
        context.terminal()
                .out()
                .print(
                        output.isJson()
                                ? told.stream()
                                        .map(Deployment::json)
                                        .collect(Collectors.joining(",", "[", "]\n"))
                                : text(told));
        return ExitCode.OK.code();
    }

    private String text(List<Deployment> told) {
        return new Table(
                        List.of(
                                Table.Column.fixed("DEPLOYMENT"),
                                Table.Column.fixed("AT"),
                                Table.Column.shrinking("BY", 12),
                                Table.Column.shrinking("VERSION", 8),
                                Table.Column.fixed("STATUS")),
                        told.stream()
                                .map(one ->
                                        Stream.of(
                                                        "deployment_id",
                                                        "timestamp",
                                                        "triggered_by",
                                                        "version",
                                                        "status")
                                                .map(member -> OneLine.of(one.text(member)))
                                                .toList())
                                .toList())
                .fitting(context.screen());
    }

    private int versions() {
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
