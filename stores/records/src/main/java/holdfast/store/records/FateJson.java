package holdfast.store.records;

import holdfast.model.Fate;
import holdfast.model.LockId;
import holdfast.model.Token;

/** An ended fate as JSON. A live one says nothing that needs a text. */
public final class FateJson {
    private FateJson() {}

    public static String write(Fate.Ended fate) {
        return Json.write(json -> {
            if (fate.lock() != null) {
                json.writeStringProperty("lock", fate.lock().text());
            }
            if (fate.token() != null) {
                json.writeNumberProperty("token", fate.token().value());
            }
            EndingJson.write(json, fate.ending());
        });
    }

    public static Fate.Ended read(String text) {
        return Json.read(
                "fate",
                text,
                fields -> {
                    String lock = fields.optionalText("lock");
                    Long token = fields.optionalNumber("token");
                    return new Fate.Ended(
                            lock == null ? null : new LockId(lock),
                            token == null ? null : new Token(token),
                            EndingJson.read(fields));
                });
    }
}
