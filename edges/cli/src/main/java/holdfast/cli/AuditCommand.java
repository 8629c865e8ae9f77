package holdfast.cli;

import holdfast.audit.AuditQuery;
import holdfast.audit.AuditVerification;
import holdfast.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

final class AuditCommand implements Command {
    private static final int LIMIT = 100;
    private static final int KEY_AT_LEAST = 16;
    private static final int BY_AT_LEAST = 10;

    private final Context context;

    private final Argument<String> lock =
            Argument.option("--lock", "LOCK", "Only this lock, by its id or its key.");

    private final Argument<String> event =
            Argument.option(
                    "--event",
                    "EVENT",
                    "Only these events, as in lock.forced, or lock for all of locks.");

    private final Argument<String> by =
            Argument.option("--by", "NAME", "Only what this owner, or whoever acted, did.");

    private final Argument<String> since =
            Argument.option("--since", "TIME", "Not before this time, as in 2026-03-01T12:00:00Z.");

    private final Argument<String> until = Argument.option("--until", "TIME", "Before this time.");

    private final Argument<Integer> limit =
            Argument.option(
                    "--limit", "COUNT", Integer.class, "How many, the newest ones. Default: 100.");

    private final Argument<Path> files =
            Argument.option(
                    "--files",
                    "FOLDER",
                    Path.class,
                    "Read the files of a server in this folder, and not the store.");

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    AuditCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("audit", this)
                .description(
                        "Shows what was done to locks: who, what, when and why.",
                        "Servers write all of it; without one the store keeps what was forced, frozen and",
                        "thawed.",
                        "With --output json each is printed as the line that was written.")
                .footer(
                        "Examples:",
                        "  holdfast audit --event lock.forced --since 2026-03-01T00:00:00Z",
                        "  holdfast audit --lock user-platform/production --output json")
                .takes(this::addFilters, files, output, store);
    }

    private void addFilters(CommandSpec command) {
        for (Argument<?> filter : List.of(lock, event, by, since, until, limit)) {
            filter.addTo(command);
        }
    }

    @Override
    public Integer call() {
        List<AuditQuery.Found> found = find();
        if (output.isJson()) {
            found.forEach(line -> context.terminal().out().println(line.text()));
        } else {
            context.terminal().out().print(textOf(found));
        }
        return ExitCode.OK.code();
    }

    private List<AuditQuery.Found> find() {
        if (limit.or(LIMIT) < 1) {
            throw limit.misuse("--limit must be at least 1");
        }
        var query =
                new AuditQuery(
                        lock.value(),
                        event.value(),
                        by.value(),
                        time(since),
                        time(until),
                        limit.or(LIMIT));
        if (files.isGiven()) {
            return query.in(folder(files));
        }
        try (Records records = store.openExistingRecords()) {
            return records.audit(query);
        }
    }

    /** The folder of one server. One without a trail would be as good as whole, and nothing would have been looked at. */
    static Path folder(Argument<Path> files) {
        Path folder = files.given();
        if (!Files.isDirectory(folder)) {
            throw files.misuse("there is no folder '" + folder + "'");
        }
        if (!AuditVerification.isTrail(folder)) {
            throw files.misuse("there is no trail in '" + folder + "'" + nearby(folder));
        }
        return folder;
    }

    private static String nearby(Path folder) {
        List<String> trails;
        try (Stream<Path> inside = Files.list(folder)) {
            trails =
                    inside.filter(path ->
                                    Files.isDirectory(path) && AuditVerification.isTrail(path))
                            .map(Path::toString)
                            .sorted()
                            .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return trails.isEmpty()
                ? ": name the folder of one server, as in …/audit/HOST-PORT"
                : ": name the folder of one server: " + String.join(", or ", trails);
    }

    private static @Nullable Instant time(Argument<String> argument) {
        try {
            return argument.isGiven() ? Instant.parse(argument.given()) : null;
        } catch (DateTimeParseException e) {
            throw argument.misuse(
                    "'" + argument.given() + "' is no time such as 2026-03-01T12:00:00Z");
        }
    }

    private String textOf(List<AuditQuery.Found> found) {
        if (found.isEmpty()) {
            return "Nothing found.\n";
        }
        return new Table(
                        List.of(
                                Table.Column.fixed("TIME"),
                                Table.Column.fixed("EVENT"),
                                Table.Column.shrinking("LOCK", KEY_AT_LEAST),
                                Table.Column.shrinking("OWNER", BY_AT_LEAST),
                                Table.Column.shrinking("DETAIL", KEY_AT_LEAST)),
                        found.stream().map(line -> cells(line.json())).toList())
                .fitting(context.screen());
    }

    private static List<String> cells(JsonObject line) {
        return List.of(
                line.text("timestamp"),
                line.text("event"),
                line.optionalText("lock_key").orElse("-"),
                line.optionalText("locked_by").orElse("-"),
                detail(line));
    }

    private static String detail(JsonObject line) {
        var metadata = line.texts("metadata");
        String detail = metadata.getOrDefault("detail", metadata.getOrDefault("reason", ""));
        String by = metadata.getOrDefault("by", "");
        // What befell a lock says so itself.
        String who = by.isEmpty() || detail.startsWith("by ") ? "" : "by " + by;
        String told = who.isEmpty() || detail.isEmpty() ? who + detail : who + ": " + detail;
        return told.isEmpty() ? "-" : OneLine.of(told);
    }
}
