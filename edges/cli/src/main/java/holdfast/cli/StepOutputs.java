package holdfast.cli;

import holdfast.model.Hold;
import holdfast.model.RequestId;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** Tells later steps of a CI job which lock is held, in the files in which their CI systems look. */
final class StepOutputs implements Syntax.Part {
    private final Context context;

    private final Argument<Boolean> github =
            Argument.flag(
                    "--github-output",
                    "Append lock_id, claim_id, token, resource, owner_id and expires_at to "
                            + "the file that $GITHUB_OUTPUT names.");

    private final Argument<String> dotenv =
            Argument.option(
                    "--dotenv",
                    "FILE",
                    "Append HOLDFAST_LOCK, HOLDFAST_LOCK_ID, HOLDFAST_CLAIM_ID, HOLDFAST_TOKEN, "
                            + "HOLDFAST_OWNER and HOLDFAST_LEASE_UNTIL to this file: a GitLab "
                            + "dotenv report, or for a shell to read, with quotes where it needs them.");

    StepOutputs(Context context) {
        this.context = context;
    }

    @Override
    public void addTo(CommandSpec command) {
        github.addTo(command);
        dotenv.addTo(command);
    }

    /** Before a lock is taken: nobody could give back a lock whose id got lost. */
    void check() {
        append(Map.of(), Map.of());
    }

    void write(Hold hold, RequestId claim) {
        var outputs = new LinkedHashMap<String, String>();
        outputs.put("lock_id", hold.id().text());
        outputs.put("claim_id", claim.text());
        outputs.put("token", hold.token().toString());
        outputs.put("resource", hold.resource().text());
        outputs.put("owner_id", hold.owner().id().text());
        outputs.put("expires_at", Json.time(hold.until()));
        var variables = new LinkedHashMap<String, String>();
        variables.put("HOLDFAST_LOCK", hold.resource().text());
        variables.put("HOLDFAST_LOCK_ID", hold.id().text());
        variables.put("HOLDFAST_CLAIM_ID", claim.text());
        variables.put("HOLDFAST_TOKEN", hold.token().toString());
        variables.put("HOLDFAST_OWNER", hold.owner().id().text());
        variables.put("HOLDFAST_LEASE_UNTIL", Json.time(hold.until()));
        append(outputs, variables);
    }

    private void append(Map<String, String> outputs, Map<String, String> variables) {
        new StepFiles(context.environment(), github.or(false), dotenv.value())
                .append(outputs, variables);
    }
}
