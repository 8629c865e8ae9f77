package holdfast.client;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Prefix;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the JSON of the servers means. Some of what a store knows is not told by it, and is not needed far from the store. */
final class Reading {
    /** Times are told in milliseconds, so two that are the same may seem to differ by one. */
    private static final Duration ROUNDING = Duration.ofMillis(5);

    private static final String QUARANTINE = "quarantine";

    private Reading() {}

    static Hold hold(Fields json) {
        Resource resource = resource(json);
        Mode mode = json.word("mode", Mode.class);
        List<Claim> claims =
                json.texts("request_ids").stream()
                        .map(id -> new Claim(new RequestId(id), resource, mode))
                        .toList();
        return new Hold(
                new LockId(json.text("lock_id")),
                new Token(json.number("token")),
                resource,
                mode,
                owner(json),
                claims,
                new Terms(json.seconds("lease_seconds"), tenure(json)),
                standing(json),
                json.word("priority", Priority.class),
                note(json),
                EngineId.ANY_SERVER,
                json.time("acquired_at"),
                json.time("last_heartbeat"),
                json.time("expires_at"));
    }

    private static Standing standing(Fields json) {
        if (json.text("state").equals(QUARANTINE)) {
            return Standing.QUARANTINE;
        }
        return json.isTrue("confirmed") ? Standing.CONFIRMED : Standing.UNCONFIRMED;
    }

    /** What ends before its lease does has been held for as long as it may. */
    private static @Nullable Duration tenure(Fields json) {
        StoreTime byLease = json.time("last_heartbeat").plus(json.seconds("lease_seconds"));
        StoreTime until = json.time("expires_at");
        boolean endsEarlier = byLease.hasReached(until.plus(ROUNDING));
        Duration held = json.time("acquired_at").until(until);
        return standing(json) == Standing.CONFIRMED && endsEarlier && held.isPositive()
                ? held
                : null;
    }

    /** The store's time when it showed this lock. */
    static StoreTime now(Fields json) {
        return new StoreTime(
                json.time("expires_at").epochNanos()
                        - json.seconds("lease_left_seconds").toNanos());
    }

    static Resource resource(Fields json) {
        Resource plain = Resource.parse(json.text("resource"));
        return new Resource(plain.root(), plain.path(), json.maybe("original_key").orElse(null));
    }

    private static Owner owner(Fields json) {
        return new Owner(
                new OwnerId(json.text("owner_id")), json.text("owner"), json.map("owner_facts"));
    }

    private static Note note(Fields json) {
        return new Note(json.maybe("reason").orElse(""), json.map("metadata"));
    }

    /** @param now the store's time, at least about */
    static Waiter waiter(Fields json, StoreTime now) {
        var ticket = new Ticket(json.number("ticket"));
        return new Waiter(
                ticket,
                ticket.number(),
                new Claim(
                        new RequestId(json.text("request_id")),
                        resource(json),
                        json.word("mode", Mode.class)),
                owner(json),
                Terms.of(Duration.ofMinutes(1)),
                json.word("priority", Priority.class),
                note(json),
                EngineId.ANY_SERVER,
                json.time("enqueued_at"),
                now.plus(json.maybeSeconds("place_left_seconds").orElse(Duration.ofSeconds(30))));
    }

    static Freeze freeze(Fields json) {
        return new Freeze(
                json.text("freeze_id"),
                new Prefix(json.text("prefix")),
                json.text("by"),
                json.text("reason"),
                json.time("since"),
                json.time("until"),
                Set.copyOf(json.texts("exempt")));
    }

    static List<Hold> holds(Fields json, String name) {
        return json.objects(name).stream().map(Reading::hold).toList();
    }

    /** When the first lock of a list was shown; empty if there is none. */
    static Optional<StoreTime> now(Fields json, String name) {
        return json.objects(name).stream().findFirst().map(Reading::now);
    }
}
