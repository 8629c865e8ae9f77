package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.model.keys.Keys;
import holdfast.store.DocumentStore;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What happens, as server-sent events, and what happened to a resource. */
final class EventRoutes implements AutoCloseable {
    private static final HeaderName LAST_EVENT_ID = HeaderNames.create("Last-Event-ID");
    private static final Duration BETWEEN_SIGNS_OF_LIFE = Duration.ofSeconds(10);
    private static final int RETRY_MILLIS = 500;
    private static final int LIMIT = 100;
    private static final int LIMIT_MAX = 1_000;

    private final EventLog log = new EventLog();
    private final ForeignChanges foreign;
    private final Runnable stopListening;
    private final History history;
    private final ServerLimits limits;
    private final Slots streams;

    /** Each may look at tens of thousands of lines. */
    private final Turns lookups = new Turns("looking at the past", 4, Duration.ofSeconds(10));

    /** @param documents where the trails of all servers are, if there are any */
    EventRoutes(
            LockEngine engine,
            Optional<History> history,
            Optional<DocumentStore> documents,
            ServerLimits limits) {
        this.foreign = new ForeignChanges(engine, log);
        this.stopListening = engine.onEvent(event -> log.add(Happening.of(event)));
        var recent = new RecentHistory(log);
        this.history =
                history.or(() -> documents.map(trails -> new TrailHistory(trails, recent)))
                        .orElse(recent);
        this.limits = limits;
        this.streams = new Slots("event streams", limits.streamsMax(), limits.streamsOfOneMax());
    }

    void addTo(Routes routes) {
        routes.stream("/v1/events", this::stream).get("/v1/history", this::history);
    }

    /** How many listen. */
    int listening() {
        return streams.taken();
    }

    private void stream(Call call, ServerResponse response) throws InterruptedException {
        Query query = call.query();
        Predicate<Happening> filter = filter(query);
        Optional<String> lastId = query.text("last_event_id").or(() -> call.header(LAST_EVENT_ID));
        query.end();
        try (Slots.Taken slot = streams.take(call.key())) {
            foreign.begin();
            try {
                EventLog.Place from = lastId.map(log::placeOf).orElseGet(log::here);
                pass(
                        response,
                        from,
                        happening -> filter.test(happening) && call.maySee(happening.resource()));
            } finally {
                foreign.end();
            }
        }
    }

    private void pass(ServerResponse response, EventLog.Place from, Predicate<Happening> filter)
            throws InterruptedException {
        try (EventStream stream = EventStream.open(response, RETRY_MILLIS, from.id())) {
            new Telling(log, stream, filter, BETWEEN_SIGNS_OF_LIFE)
                    .from(from, limits.streamLasts());
        }
    }

    private static Predicate<Happening> filter(Query query) {
        Optional<Resource> resource = query.resource();
        Optional<Prefix> prefix =
                query.text("prefix").map(text -> new Prefix(Keys.parse(text).text()));
        return happening ->
                resource.map(happening.resource()::overlaps).orElse(true)
                        && prefix.map(below -> below.covers(happening.resource())).orElse(true);
    }

    private Reply history(Call call) throws InterruptedException {
        Query query = call.query();
        Resource resource = query.requiredResource();
        int limit = query.number("limit", LIMIT, LIMIT_MAX);
        query.end();
        call.require(Deed.READ, resource);
        List<History.Entry> found;
        try (Slots.Taken turn = lookups.take(call.key())) {
            // What is above the resource may be more than the caller may see.
            found =
                    history.of(resource, limit).stream()
                            .filter(entry -> call.maySee(Resource.parse(entry.resource())))
                            .toList();
        }
        return Reply.json(
                Statuses.OK,
                json -> {
                    json.writeStringProperty("resource", resource.text());
                    json.writeStringProperty("kept", history.kept());
                    Json.array(json, "history", found, (out, entry) -> entry.write(out));
                });
    }

    @Override
    public void close() {
        stopListening.run();
        foreign.close();
        log.close();
    }
}
