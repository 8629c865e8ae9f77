package holdfast.server;

import holdfast.model.Ending;
import holdfast.model.ErrorCode;
import holdfast.model.Explanation;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Refusal;
import holdfast.model.StoreTime;
import holdfast.store.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** What refusals and failures of the engine are to a caller. */
final class Problems {
    private static final String RETRY_AFTER = "Retry-After";

    private Problems() {}

    static Problem of(Refusal refusal) {
        return switch (refusal) {
            case Refusal.Held held ->
                    new Problem(
                            held.code(),
                            Explanation.of(held),
                            json -> {
                                json.writeStringProperty("resource", held.resource().text());
                                holders(json, held.holders(), held.now());
                                json.writeNumberProperty("waiting", held.waiting());
                            });
            case Refusal.TimedOut late ->
                    new Problem(
                            late.code(),
                            Explanation.of(late),
                            json -> {
                                json.writeStringProperty("resource", late.resource().text());
                                holders(json, late.holders(), late.now());
                                Json.seconds(json, "waited_seconds", late.waited());
                            });
            case Refusal.QueueFull full ->
                    new Problem(
                                    full.code(),
                                    Explanation.of(full),
                                    json -> {
                                        json.writeStringProperty(
                                                "resource", full.resource().text());
                                        json.writeStringProperty("limit", full.limit());
                                        json.writeNumberProperty("limit_value", full.value());
                                    })
                            .withHeader(RETRY_AFTER, "5");
            case Refusal.Deadlock deadlock ->
                    new Problem(
                            deadlock.code(),
                            Explanation.of(deadlock),
                            json ->
                                    Json.texts(
                                            json,
                                            "cycle",
                                            deadlock.cycle().stream().map(OwnerId::text).toList()));
            case Refusal.Frozen frozen ->
                    new Problem(
                            frozen.code(),
                            Explanation.of(frozen),
                            json -> {
                                json.writeObjectPropertyStart("freeze");
                                FreezeJson.write(json, frozen.freeze());
                                json.writeEndObject();
                            });
            case Refusal.Ended ended ->
                    new Problem(
                            ended.code(),
                            Explanation.of(ended),
                            json -> {
                                json.writeStringProperty("lock_id", ended.lock().text());
                                json.writeNumberProperty("token", ended.token().value());
                                ending(json, ended.ending());
                            });
            case Refusal.NotUnderLiveLock lost ->
                    new Problem(
                            lost.code(),
                            Explanation.of(lost),
                            json -> {
                                json.writeStringProperty("lock_id", lost.under().text());
                                ending(json, lost.ending());
                            });
            case Refusal.Cancelled cancelled ->
                    new Problem(cancelled.code(), Explanation.of(cancelled));
            case Refusal.OwnerNotProven unproven ->
                    new Problem(unproven.code(), Explanation.of(unproven));
        };
    }

    /** The holder, and how long its lease still runs if it stays silent; and all of them if there are several. */
    private static void holders(JsonGenerator json, List<Hold> holders, StoreTime now) {
        if (!holders.isEmpty()) {
            Hold first = holders.getFirst();
            json.writeStringProperty("holder", first.owner().name());
            Json.seconds(json, "lease_left_seconds", now.until(first.until()));
        }
        Json.array(json, "holders", holders, (out, hold) -> LockJson.write(out, hold, now));
    }

    /** A lock that is not there any more, or never was. */
    static Problem lost(LockId lock, @Nullable Ending ending) {
        if (ending == null) {
            return new Problem(
                    ErrorCode.LOCK_NOT_FOUND,
                    "there is no lock " + lock + " any more, or never was",
                    json -> json.writeStringProperty("lock_id", lock.text()));
        }
        ErrorCode code =
                ending instanceof Ending.Expired ? ErrorCode.LOCK_EXPIRED : ErrorCode.LOCK_LOST;
        return new Problem(
                code,
                "lock " + lock + " is over: " + Explanation.of(ending),
                json -> {
                    json.writeStringProperty("lock_id", lock.text());
                    ending(json, ending);
                });
    }

    /** How it ended, as a word that programs can read. */
    static void ending(JsonGenerator json, @Nullable Ending ending) {
        if (ending == null) {
            return;
        }
        json.writeStringProperty("ending", word(ending));
        json.writeStringProperty("ended_because", Explanation.of(ending));
    }

    static String word(Ending ending) {
        return switch (ending) {
            case Ending.Released released -> "released";
            case Ending.Expired expired -> "expired";
            case Ending.Unconfirmed unconfirmed -> "unconfirmed";
            case Ending.Forced forced -> "forced";
            case Ending.Transferred transferred -> "transferred";
            case Ending.Cancelled cancelled -> "cancelled";
            case Ending.Aborted aborted -> "aborted";
        };
    }

    static Problem of(InvalidRequestException e) {
        return new Problem(e.code(), String.valueOf(e.getMessage()));
    }

    static Problem of(StoreException e) {
        String outcome =
                switch (e) {
                    case StoreException.OutcomeUnknown unknown -> "unknown";
                    case StoreException.Unavailable unavailable -> "nothing_written";
                    default -> "broken";
                };
        return new Problem(
                        e.code(),
                        String.valueOf(e.getMessage()),
                        json -> json.writeStringProperty("outcome", outcome))
                .withHeader(RETRY_AFTER, "1");
    }
}
