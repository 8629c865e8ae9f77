package holdfast.cli;

import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.RequestId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Tells later steps of a CI job which lock is held, in the files in which their CI systems look. */
final class StepOutputs {
    private static final String GITHUB_OUTPUT = "GITHUB_OUTPUT";

    private final Context context;

    @Option(
            names = "--github-output",
            description =
                    "Append lock_id, claim_id, token, resource, owner_id and expires_at to "
                            + "the file that $GITHUB_OUTPUT names.")
    private boolean github;

    @Option(
            names = "--dotenv",
            paramLabel = "FILE",
            description =
                    "Append HOLDFAST_LOCK, HOLDFAST_LOCK_ID, HOLDFAST_CLAIM_ID, HOLDFAST_TOKEN, "
                            + "HOLDFAST_OWNER and HOLDFAST_LEASE_UNTIL to this file: a GitLab "
                            + "dotenv report, or for a shell to read.")
    private @Nullable String dotenv;

    StepOutputs(Context context) {
        this.context = context;
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
        if (github) {
            String file = context.environment().getOrDefault(GITHUB_OUTPUT, "");
            if (file.isBlank()) {
                throw new InvalidRequestException(
                        "--github-output needs $GITHUB_OUTPUT, which is not set here");
            }
            append(file, outputs);
        }
        if (dotenv != null) {
            append(dotenv, variables);
        }
    }

    /** Names and numbers have no line breaks, so nothing in them can be read as a further line. */
    private static void append(String file, Map<String, String> lines) {
        var text = new StringBuilder();
        lines.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
        try {
            Files.writeString(
                    Path.of(file),
                    text,
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException | InvalidPathException e) {
            throw new InvalidRequestException("cannot write to " + file + ": " + e);
        }
    }
}
