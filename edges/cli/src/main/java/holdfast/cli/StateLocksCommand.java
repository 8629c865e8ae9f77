package holdfast.cli;

import holdfast.engine.EngineSettings;
import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.state.StateName;
import holdfast.store.HoldPage;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JsonGenerator;

final class StateLocksCommand implements Command {
    private static final Duration STALE_AFTER = EngineSettings.DEFAULT.staleAfter();

    private final Context context;
    private final StateArgument state = new StateArgument();
    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    StateLocksCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("locks", this)
                .description(
                        "Shows who holds a state or a part of it, since when, and whether it still gives",
                        "signs of life.")
                .footer(
                        "Examples:",
                        "  holdfast state locks --stack user-platform --environment production",
                        "  holdfast state locks terraform:network --output json")
                .takes(state, output, store);
    }

    @Override
    public Integer call() {
        StateName name = state.state();
        HoldPage view;
        try (var session = store.openToLook()) {
            view = session.locks().holdsOf(name.root());
        }
        List<Hold> holds = view.holds().stream().filter(hold -> hold.isLive(view.now())).toList();
        if (output.isJson()) {
            Json.printArray(
                    context.terminal().out(), holds, (json, hold) -> write(json, hold, view.now()));
        } else {
            context.terminal().out().print("Lock Status:\n" + text(name, holds, view.now()));
        }
        return ExitCode.OK.code();
    }

    private static String text(StateName name, List<Hold> holds, StoreTime now) {
        var facts = new Facts();
        if (name.kind() == StateName.Kind.STACK) {
            facts.add("Stack", name.stack()).add("Environment", name.environment());
        } else {
            facts.add("Terraform", name.text());
        }
        facts.add("Locked", holds.isEmpty() ? "No" : "Yes");
        for (Hold hold : holds) {
            facts.addIfSaid("Component", hold.resource().path().text())
                    .add("Locked by", RefusalText.who(hold.owner()))
                    .addIfSaid("Reason", OneLine.of(hold.note().reason()))
                    .add("Locked at", Times.both(hold.acquiredAt(), now))
                    .add("Last heartbeat", Times.both(hold.heartbeatAt(), now))
                    .add("Status", status(hold, now));
        }
        return facts.text();
    }

    private static String status(Hold hold, StoreTime now) {
        if (isTerraform(hold)) {
            return "held (Terraform sends no heartbeat; ends "
                    + Times.both(hold.until(), now)
                    + ")";
        }
        return hold.isStale(now, STALE_AFTER)
                ? "⚠ STALE (no heartbeat for >" + Durations.inWords(STALE_AFTER) + ")"
                : "held";
    }

    private static boolean isTerraform(Hold hold) {
        return "terraform".equals(hold.owner().facts().get("client"));
    }

    private static void write(JsonGenerator json, Hold hold, StoreTime now) {
        json.writeStringProperty("key", hold.resource().displayName());
        json.writeStringProperty("lock_id", hold.id().text());
        json.writeStringProperty("locked_by", hold.owner().name());
        json.writeStringProperty("locked_at", Times.absolute(hold.acquiredAt()));
        json.writeStringProperty("expires_at", Times.absolute(hold.until()));
        json.writeStringProperty("last_heartbeat", Times.absolute(hold.heartbeatAt()));
        json.writeObjectPropertyStart("metadata");
        hold.owner().facts().forEach(json::writeStringProperty);
        json.writeEndObject();
        json.writeBooleanProperty("is_stale", !isTerraform(hold) && hold.isStale(now, STALE_AFTER));
    }
}
