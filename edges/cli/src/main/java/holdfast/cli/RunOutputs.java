package holdfast.cli;

import holdfast.engine.HeldLock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Tells later steps of a CI job under which locks the command ran. The locks are given back by then, so the owner is not told: a
 * later step that named it would claim to be inside of a run that is over.
 */
final class RunOutputs implements Syntax.Part {
    private final Context context;

    private final Argument<Boolean> github =
            Argument.flag(
                    "--github-output",
                    "Append lock_id, token and resource to the file that $GITHUB_OUTPUT names; "
                            + "of several locks with a space in between.");

    private final Argument<String> dotenv =
            Argument.option(
                    "--dotenv",
                    "FILE",
                    "Append HOLDFAST_LOCK_ID, HOLDFAST_TOKEN and HOLDFAST_LOCK to this file: "
                            + "a GitLab dotenv report, or for a shell to read, with quotes where it needs them.");

    RunOutputs(Context context) {
        this.context = context;
    }

    @Override
    public void addTo(CommandSpec command) {
        github.addTo(command);
        dotenv.addTo(command);
    }

    /** Before a lock is taken: nothing is run whose lock later steps could not be told. */
    void check() {
        append(Map.of(), Map.of());
    }

    void write(List<HeldLock> locks) {
        String ids = words(locks, lock -> lock.id().text());
        String tokens = words(locks, lock -> lock.token().toString());
        String resources = words(locks, lock -> lock.resource().text());
        var outputs = new LinkedHashMap<String, String>();
        outputs.put("lock_id", ids);
        outputs.put("token", tokens);
        outputs.put("resource", resources);
        var variables = new LinkedHashMap<String, String>();
        variables.put("HOLDFAST_LOCK_ID", ids);
        variables.put("HOLDFAST_TOKEN", tokens);
        variables.put("HOLDFAST_LOCK", resources);
        append(outputs, variables);
    }

    private static String words(List<HeldLock> locks, Function<HeldLock, String> value) {
        return locks.stream().map(value).collect(Collectors.joining(" "));
    }

    private void append(Map<String, String> outputs, Map<String, String> variables) {
        new StepFiles(context.environment(), github.or(false), dotenv.value())
                .append(outputs, variables);
    }
}
