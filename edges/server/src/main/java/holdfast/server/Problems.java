package holdfast.server;

import holdfast.model.Ending;
import holdfast.model.ErrorCode;
import holdfast.model.Explanation;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Refusal;
import holdfast.model.Resource;
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
        // The engine tells of each refusal.
        var problem =
                new Problem(refusal.code(), Explanation.of(refusal), json -> write(json, refusal))
                        .counted();
        return refusal instanceof Refusal.QueueFull
                ? problem.withHeader(RETRY_AFTER, "5")
                : problem;
    }

    /** A refusal that does not know the holders, with those who hold the resource, or a part of it, at the moment. */
    static Problem of(Refusal refusal, List<Hold> holders, StoreTime now) {
        return of(refusal).with(json -> holders(json, holders, now));
    }

    private static void write(JsonGenerator json, Refusal refusal) {
        switch (refusal) {
            case Refusal.Held held -> {
                resource(json, held.resource());
                holders(json, held.holders(), held.now());
                json.writeNumberProperty("waiting", held.waiting());
            }
            case Refusal.TimedOut late -> {
                resource(json, late.resource());
                holders(json, late.holders(), late.now());
                Json.seconds(json, "waited_seconds", late.waited());
                if (late.freeze() != null) {
                    FreezeJson.write(json, "freeze", late.freeze());
                }
            }
            case Refusal.QueueFull full -> {
                resource(json, full.resource());
                json.writeStringProperty("limit", full.limit());
                json.writeNumberProperty("limit_value", full.value());
            }
            case Refusal.Deadlock deadlock -> {
                resource(json, deadlock.resource());
                Json.texts(json, "cycle", deadlock.cycle().stream().map(OwnerId::text).toList());
            }
            case Refusal.Frozen frozen -> {
                resource(json, frozen.resource());
                FreezeJson.write(json, "freeze", frozen.freeze());
            }
            case Refusal.Ended ended -> {
                json.writeStringProperty("lock_id", ended.lock().text());
                json.writeNumberProperty("token", ended.token().value());
                ending(json, ended.ending());
            }
            case Refusal.NotUnderLiveLock lost -> {
                json.writeStringProperty("lock_id", lost.under().text());
                ending(json, lost.ending());
            }
            case Refusal.Cancelled cancelled -> resource(json, cancelled.resource());
            case Refusal.OwnerNotProven unproven -> resource(json, unproven.resource());
        }
    }

    private static void resource(JsonGenerator json, Resource resource) {
        json.writeStringProperty("resource", resource.text());
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
        return lost(lock, ending, null);
    }

    /** @param at when it ended; null if that is not known */
    static Problem lost(LockId lock, @Nullable Ending ending, @Nullable StoreTime at) {
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
                        json -> json.writeStringProperty("lock_id", lock.text()))
                .withEnding(json -> {
                    ending(json, ending);
                    Json.textIfAny(json, "ended_at", at == null ? null : Json.time(at));
                });
    }

    /** How it ended, as a word that programs can read. */
    static void ending(JsonGenerator json, @Nullable Ending ending) {
        if (ending == null) {
            return;
        }
        json.writeStringProperty("ending", word(ending));
        json.writeStringProperty("ended_because", Explanation.of(ending));
        switch (ending) {
            case Ending.Forced forced -> {
                json.writeStringProperty("ended_by", forced.by());
                json.writeStringProperty("ended_reason", forced.reason());
            }
            case Ending.Transferred transferred -> {
                json.writeStringProperty("ended_to", transferred.to().name());
                json.writeStringProperty("ended_to_id", transferred.to().id().text());
            }
            case Ending.Cancelled cancelled ->
                    json.writeStringProperty("ended_reason", cancelled.why());
            default -> {}
        }
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
