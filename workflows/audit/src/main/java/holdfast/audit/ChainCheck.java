package holdfast.audit;

import holdfast.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Follows the chain of one server, line by line, and says where it is broken. */
final class ChainCheck {
    private static final int PROBLEMS_MAX = 100;

    private final String pruning;
    private final List<String> problems = new ArrayList<>();
    private final Map<Long, String> pruned = new HashMap<>();
    private long lines;
    private @Nullable AuditLine first;
    private @Nullable AuditLine last;

    /** @param pruning the event by which the trail says that it dropped the oldest lines here */
    ChainCheck(String pruning) {
        this.pruning = pruning;
    }

    void line(String where, String text) {
        lines++;
        AuditLine line = AuditLine.read(text).orElse(null);
        if (line == null) {
            problem(where + ": the line was changed");
            return;
        }
        if (last == null) {
            first = line;
        } else if (!line.server().equals(last.server())) {
            problem(where + ": the line is of another server, " + line.server());
            return;
        } else {
            follow(where, last, line);
        }
        last = line;
        JsonObject json = line.json();
        if (json.text("event").equals(pruning)) {
            Map<String, String> metadata = json.texts("metadata");
            pruned.put(
                    Long.parseLong(metadata.getOrDefault("through", "0")),
                    metadata.getOrDefault("hash", ""));
        }
    }

    private void follow(String where, AuditLine before, AuditLine line) {
        if (line.number() > before.number() + 1) {
            problem(
                    where
                            + ": lines "
                            + (before.number() + 1)
                            + " to "
                            + (line.number() - 1)
                            + " are missing");
        } else if (line.number() <= before.number()) {
            problem(where + ": line " + line.number() + " stands after line " + before.number());
        } else if (!line.previous().equals(before.hash())) {
            problem(where + ": line " + before.number() + " was another when this was written");
        }
    }

    private void problem(String text) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(text);
        }
    }

    /** To be asked once, at the end. */
    AuditVerification.Chain done(String source) {
        AuditLine start = first;
        AuditLine end = last;
        if (start == null || end == null) {
            return new AuditVerification.Chain(source, "", 0, 0, lines, List.copyOf(problems));
        }
        if (start.number() > 1 && !start.previous().equals(pruned.get(start.number() - 1))) {
            problem(
                    "lines 1 to "
                            + (start.number() - 1)
                            + " are missing, and the trail did not drop them");
        }
        if (start.number() == 1 && !start.previous().equals(AuditLine.NOTHING_BEFORE)) {
            problem("the first line follows another");
        }
        return new AuditVerification.Chain(
                source, start.server(), start.number(), end.number(), lines, List.copyOf(problems));
    }
}
