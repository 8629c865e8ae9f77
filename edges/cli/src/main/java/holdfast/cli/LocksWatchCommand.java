package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.Resource;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class LocksWatchCommand implements Command {
    private static final String TO_THE_TOP_OF_AN_EMPTY_SCREEN = "\u001b[H\u001b[2J";

    private final Context context;

    private final Target target = new Target();

    private final Argument<Duration> every =
            Argument.option("--every", "TIME", Duration.class, "How often to look. Default: 1s.");

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    LocksWatchCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("watch", this)
                .synopsis("holdfast locks watch [RESOURCE] [OPTIONS]")
                .description(
                        "Shows locks as they come and go, until you press Ctrl-C.",
                        "On a terminal a table that stays up to date, elsewhere a line a change.")
                .footer(
                        "Examples:",
                        "  holdfast locks watch",
                        "  holdfast locks watch user-platform/production --every 5s",
                        "  holdfast locks watch --output json | jq 'select(.state == \"stale\")'")
                .takes(target, every, output, store);
    }

    @Override
    public Integer call() throws InterruptedException {
        Duration pause = every.or(Duration.ofSeconds(1));
        if (!pause.isPositive()) {
            throw new InvalidRequestException("--every must be longer than zero");
        }
        @Nullable Resource resource = target.isNamed() ? target.resource() : null;
        Map<LockId, LockRow> before = Map.of();
        if (!store.isThereOrLater(() -> context.pauses().pause(pause))) {
            return ExitCode.OK.code();
        }
        try (var opened = store.openExisting()) {
            do {
                var now = new LinkedHashMap<LockId, LockRow>();
                LockRow.all(opened.allHolds()).stream()
                        .filter(row -> resource == null || row.hold().resource().overlaps(resource))
                        .forEach(row -> now.put(row.hold().id(), row));
                show(before, now);
                before = now;
            } while (!context.terminal().out().checkError() && context.pauses().pause(pause));
        }
        return ExitCode.OK.code();
    }

    private void show(Map<LockId, LockRow> before, Map<LockId, LockRow> now) {
        Screen screen = context.screen();
        PrintStream out = context.terminal().out();
        if (screen.isTerminal() && !output.isJson()) {
            out.print(
                    TO_THE_TOP_OF_AN_EMPTY_SCREEN
                            + LockTable.textOf(List.copyOf(now.values()), screen));
            out.flush();
            return;
        }
        before.forEach((id, row) -> {
            if (!now.containsKey(id)) {
                print("ended", row);
            }
        });
        now.forEach((id, row) -> {
            LockRow known = before.get(id);
            if (known == null || known.state() != row.state()) {
                print(row.state().word(), row);
            }
        });
    }

    private void print(String state, LockRow row) {
        PrintStream out = context.terminal().out();
        if (output.isJson()) {
            Json.printObject(
                    out,
                    json -> {
                        LockJson.write(json, row.hold());
                        json.writeStringProperty("state", state);
                    });
            return;
        }
        String reason = OneLine.of(row.hold().note().reason());
        out.println(
                Times.absolute(row.now())
                        + " "
                        + state
                        + " '"
                        + row.hold().resource().displayName()
                        + "' by "
                        + row.hold().owner().name()
                        + " until "
                        + Times.absolute(row.hold().until())
                        + (reason.isEmpty() ? "" : ": " + reason));
    }
}
