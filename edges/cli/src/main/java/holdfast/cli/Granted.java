package holdfast.cli;

import holdfast.model.Hold;
import holdfast.model.StoreTime;

/** Tells the caller which lock it holds now. */
final class Granted {
    private Granted() {}

    /** @param deed what was done to get it, such as {@code Locked} */
    static void print(String deed, LockRow row, OutputOption output, Terminal terminal) {
        if (output.isJson()) {
            Json.printObject(terminal.out(), json -> LockJson.write(json, row));
        } else {
            terminal.out().print(text(deed, row.hold(), row.now()));
        }
    }

    private static String text(String deed, Hold hold, StoreTime now) {
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
                        .add("Token", hold.token().toString())
                        .add("Owner", hold.owner().name() + " (" + hold.owner().id() + ")")
                        .text();
    }
}
