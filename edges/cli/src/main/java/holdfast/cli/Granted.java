package holdfast.cli;

import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import tools.jackson.core.JsonGenerator;

/**
 * Tells the caller which lock it holds now.
 *
 * @param claim the caller's own claim of the lock: its owner may have others
 * @param now the store's time of the grant or the renewal
 */
record Granted(Hold hold, RequestId claim, StoreTime now) {
    /** By an acquire or a transfer, just now. */
    static Granted anew(Hold hold, RequestId claim) {
        return new Granted(hold, claim, hold.heartbeatAt());
    }

    void write(JsonGenerator json) {
        LockJson.write(json, new LockRow(hold, now));
        json.writeStringProperty("claim_id", claim.text());
    }

    /** @param deed what was done to get it, such as {@code Locked} */
    String text(String deed) {
        return deed
                + " '"
                + hold.resource().displayName()
                + "' ("
                + Json.word(hold.mode())
                + ") until "
                + Times.both(hold.until(), now)
                + "\n"
                + new Facts()
                        .add("Lock id", hold.id().text())
                        .addIfSaid("Claim id", hold.claims().size() > 1 ? claim.text() : "")
                        .add("Token", hold.token().toString())
                        .add("Owner", hold.owner().name() + " (" + hold.owner().id() + ")")
                        .text();
    }

    /** One lock for people or programs. */
    void print(String deed, OutputOption output, Terminal terminal) {
        if (output.isJson()) {
            Json.printObject(terminal.out(), this::write);
        } else {
            terminal.out().print(text(deed));
        }
    }
}
