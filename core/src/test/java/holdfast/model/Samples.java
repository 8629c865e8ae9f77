package holdfast.model;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A hold and a waiter to begin with; a test changes what it is about. */
final class Samples {
    static final StoreTime NOON = new StoreTime(1_700_000_000_000_000_000L);
    static final Owner OWNER = new Owner(new OwnerId("owner-1"), "alice");
    static final Resource API = Resource.parse("user-platform/production//user-service/api");
    static final EngineId ENGINE = new EngineId("engine-1");

    private Samples() {}

    static HoldDraft draft(Terms terms, Duration firstLease, Standing standing) {
        return new HoldDraft(
                API,
                Mode.EXCLUSIVE,
                OWNER,
                List.of(claim("request-1")),
                terms,
                firstLease,
                standing,
                Priority.NORMAL,
                Note.NONE,
                ENGINE,
                0xCAFE);
    }

    static Hold hold(Terms terms) {
        return draft(terms, terms.lease(), Standing.CONFIRMED).stamped(NOON, new Token(7));
    }

    static Claim claim(String request) {
        return new Claim(new RequestId(request), API, Mode.EXCLUSIVE);
    }

    static Waiter waiter(long ticket, Priority priority, Duration step) {
        long headStart = priority.level() * step.toMillis() * 1_000;
        return new WaiterDraft(
                        claim("request-" + ticket),
                        OWNER,
                        Terms.of(Duration.ofMinutes(1)),
                        priority,
                        headStart,
                        Note.NONE,
                        ENGINE,
                        Duration.ofSeconds(30))
                .stamped(NOON, new Ticket(ticket));
    }

    static Freeze freeze(String prefix, StoreTime until) {
        return new Freeze(
                "freeze-1",
                prefix.isEmpty() ? Prefix.EVERYTHING : new Prefix(prefix),
                "carol",
                "end of quarter",
                NOON,
                until,
                java.util.Set.of());
    }

    static Map<String, String> entries(int count) {
        var entries = new java.util.HashMap<String, String>();
        for (int i = 0; i < count; i++) {
            entries.put("key-" + i, "text " + i);
        }
        return entries;
    }
}
