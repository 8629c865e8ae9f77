package holdfast.cli;

import holdfast.engine.EngineSettings;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.keys.Keys;
import java.io.PrintStream;
import java.util.List;

/** Everything that people ask about one resource. */
record LockStatus(
        Resource resource,
        StoreTime now,
        List<LockRow> holds,
        List<WaitRow> waiting,
        List<Freeze> freezes) {
    String text(Colours colours) {
        var facts =
                new Facts()
                        .add("Resource", Keys.spelling(resource))
                        .add("Locked", holds.isEmpty() ? "No" : "Yes");
        holds.forEach(row -> add(facts, row, colours));
        waiting.forEach(row -> facts.add("Waiting " + row.position(), describe(row)));
        freezes.forEach(freeze -> facts.add("Frozen", FreezeRows.describe(freeze, now)));
        return colours.heading("Lock Status:") + "\n" + facts.text();
    }

    private void add(Facts facts, LockRow row, Colours colours) {
        Hold hold = row.hold();
        facts.add("Locked by", RefusalText.who(hold.owner()));
        if (!hold.resource().equals(resource)) {
            facts.add("Lock on", Keys.spelling(hold.resource()));
        }
        facts.addIfSaid("Reason", OneLine.of(hold.note().reason()))
                .add("Mode", Json.word(hold.mode()))
                .add("Locked at", Times.both(hold.acquiredAt(), now))
                .add("Last heartbeat", Times.both(hold.heartbeatAt(), now))
                .add("Expires at", Times.both(hold.until(), now))
                .add("Status", colours.state(row.state().word()) + explained(row))
                .add("Lock id", hold.id().text())
                .add("Token", hold.token().toString())
                .addIfSaid("Link", hold.owner().facts().getOrDefault("link", ""));
    }

    private static String explained(LockRow row) {
        return row.state() == LockState.STALE
                ? " ⚠ (no heartbeat for >"
                        + Durations.inWords(EngineSettings.DEFAULT.staleAfter())
                        + ")"
                : "";
    }

    private String describe(WaitRow row) {
        var waiter = row.waiter();
        String reason = OneLine.of(waiter.note().reason());
        return RefusalText.who(waiter.owner())
                + " since "
                + Times.both(waiter.enqueuedAt(), now)
                + (reason.isEmpty() ? "" : ": " + reason);
    }

    void writeJson(PrintStream out) {
        Json.printObject(
                out,
                json -> {
                    json.writeStringProperty("resource", resource.text());
                    json.writeBooleanProperty("locked", !holds.isEmpty());
                    Json.writeArray(json, "locks", holds, LockJson::write);
                    Json.writeArray(json, "waiting", waiting, LockJson::write);
                    Json.writeArray(json, "freezes", freezes, FreezeRows::write);
                });
    }
}
