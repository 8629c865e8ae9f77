package holdfast.store.records;

import holdfast.store.Agreement;
import java.time.Duration;

/** What the engines of a store agreed on, as JSON. */
public final class AgreementJson {
    private AgreementJson() {}

    public static String write(Agreement agreement) {
        return Json.write(json -> {
            json.writeNumberProperty("rules_version", agreement.rulesVersion());
            json.writeNumberProperty("priority_step_nanos", agreement.priorityStep().toNanos());
            json.writeNumberProperty("queue_length_max", agreement.queueLengthMax());
            json.writeNumberProperty("waiting_paths_max", agreement.waitingPathsMax());
        });
    }

    public static Agreement read(String text) {
        return Json.read(
                "agreement",
                text,
                fields ->
                        new Agreement(
                                Math.toIntExact(fields.number("rules_version")),
                                Duration.ofNanos(fields.number("priority_step_nanos")),
                                Math.toIntExact(fields.number("queue_length_max")),
                                Math.toIntExact(fields.number("waiting_paths_max"))));
    }
}
