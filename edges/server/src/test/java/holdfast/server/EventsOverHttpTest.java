package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Server-sent events: what happens, and how far a request is. */
@Timeout(60)
final class EventsOverHttpTest {
    private static final ServerLimits USUAL = ServerLimits.DEFAULT;
    private static final ServerLimits SHORT_STREAMS =
            new ServerLimits(
                    USUAL.longestPoll(),
                    USUAL.waitersMax(),
                    USUAL.streamsMax(),
                    USUAL.streamsOfOneMax(),
                    Duration.ofSeconds(1),
                    USUAL.bodyMax(),
                    USUAL.headersMax(),
                    USUAL.connectionsMax(),
                    USUAL.connectionsMax(),
                    USUAL.requestTime(),
                    USUAL.requestsPerSecond());

    private final Served served = Served.start();

    @AfterEach
    void stop() {
        served.close();
    }

    /** There is nothing more to hear. */
    private static final class EndOfStream extends AssertionError {
        private static final long serialVersionUID = 1;

        EndOfStream() {
            super("the stream ended");
        }
    }

    /** A listener that reads event after event. */
    private static final class Ear implements AutoCloseable {
        private final HttpURLConnection connection;
        private final BufferedReader reader;

        /** As a browser keeps it: also of a block without data. */
        private String lastId = "";

        Ear(Served served, String path, String... headers) {
            try {
                connection = (HttpURLConnection) served.uri(path).toURL().openConnection();
                connection.setRequestProperty("Accept", EventStream.MEDIA_TYPE);
                connection.setReadTimeout(20_000);
                for (int i = 0; i < headers.length; i += 2) {
                    connection.setRequestProperty(headers[i], headers[i + 1]);
                }
                reader =
                        new BufferedReader(
                                new InputStreamReader(
                                        connection.getInputStream(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** The fields of the next event that is so. */
        Map<String, String> next(Predicate<Map<String, String>> wanted) {
            Map<String, String> fields;
            do {
                fields = next();
            } while (!wanted.test(fields));
            return fields;
        }

        Map<String, String> next(String type) {
            return next(fields -> type.equals(fields.get("event")));
        }

        private Map<String, String> next() {
            var fields = new HashMap<String, String>();
            try {
                String line = reader.readLine();
                while (line != null && !line.isEmpty()) {
                    int colon = line.indexOf(": ");
                    fields.put(line.substring(0, colon), line.substring(colon + 2));
                    line = reader.readLine();
                }
                if (line == null) {
                    throw new EndOfStream();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            lastId = fields.getOrDefault("id", lastId);
            return fields;
        }

        /** Listens to the end of the stream, and answers what it would name when it comes back. */
        String lastIdInTheEnd() {
            try {
                while (true) {
                    next();
                }
            } catch (EndOfStream e) {
                return lastId;
            }
        }

        @Override
        public void close() {
            connection.disconnect();
        }
    }

    @Test
    void whoListensHearsWhatHappens() {
        try (var ear = new Ear(served, "/v1/events")) {
            String lock = served.holds("alice", "shop");
            served.delete("/v1/locks/" + lock);

            assertThat(ear.next("acquired").get("data")).contains(lock).contains("\"alice\"");
            assertThat(ear.next("released").get("data")).contains(lock);
        }
    }

    @Test
    void whoWasAwayIsToldWhatItMissed() {
        String lastHeard;
        try (var ear = new Ear(served, "/v1/events")) {
            served.holds("alice", "shop");
            lastHeard = ear.next("acquired").getOrDefault("id", "");
        }
        served.holds("bob", "mail");

        try (var ear = new Ear(served, "/v1/events", "Last-Event-ID", lastHeard)) {
            assertThat(ear.next("acquired").get("data")).contains("\"bob\"");
        }
    }

    @Test
    void whoGoesOnAtAnotherServerMissesNothing() {
        try (Served other = served.beside();
                var there = new Ear(other, "/v1/events")) {
            String lastHeard;
            try (var here = new Ear(served, "/v1/events")) {
                served.holds("alice", "shop");
                lastHeard = here.next("acquired").getOrDefault("id", "");
            }
            served.holds("bob", "mail");
            there.next(fields -> fields.getOrDefault("data", "").contains("\"bob\""));

            try (var ear = new Ear(other, "/v1/events", "Last-Event-ID", lastHeard)) {
                assertThat(
                                ear.next(fields ->
                                                fields.getOrDefault("data", "").contains("\"bob\""))
                                        .get("event"))
                        .isEqualTo("acquired");
            }
        }
    }

    @Test
    void whoGoesOnAtAServerThatCannotKnowWhatItMissedIsToldSo() {
        try (Served other = served.beside()) {
            String lastHeard;
            try (var here = new Ear(served, "/v1/events")) {
                served.holds("alice", "shop");
                lastHeard = here.next("acquired").getOrDefault("id", "");
            }
            served.holds("bob", "mail");

            try (var ear = new Ear(other, "/v1/events", "Last-Event-ID", lastHeard)) {
                assertThat(ear.next(fields -> fields.containsKey("event")).get("event"))
                        .isEqualTo("reset");
                // Whoever looks at the locks now, and listens on, misses nothing.
                served.holds("carol", "bank");
                assertThat(ear.next("acquired").get("data")).contains("\"carol\"");
            }
        }
    }

    @Test
    void whoWasCutOffForAMomentMissesNothingThatOtherServersDid() {
        try (Served one = Served.start(SHORT_STREAMS);
                Served other = one.beside()) {
            String lastHeard;
            try (var ear = new Ear(one, "/v1/events")) {
                one.holds("alice", "shop");
                lastHeard = ear.next("acquired").getOrDefault("id", "");
                one.holds("zoe", "zoo");
                Conditions.await(() -> {
                    one.holds("zoe", "zoo-" + System.nanoTime());
                    return one.server().listening() == 0;
                });
            }
            other.holds("bob", "mail");

            try (var ear = new Ear(one, "/v1/events", "Last-Event-ID", lastHeard)) {
                Map<String, String> next =
                        ear.next(fields ->
                                "reset".equals(fields.get("event"))
                                        || fields.getOrDefault("data", "").contains("\"bob\""));
                assertThat(next.get("event")).isEqualTo("acquired");
            }
        }
    }

    private static Map<String, String> firstTold(Ear ear) {
        return ear.next(fields -> fields.containsKey("event"));
    }

    @Test
    void whoHeardNothingInOneStreamHearsInTheNextWhatHappenedBetweenThem() {
        try (Served one = Served.start(SHORT_STREAMS)) {
            String lock = one.holds("alice", "shop");
            String place;
            try (var ear = new Ear(one, "/v1/events")) {
                place = ear.lastIdInTheEnd();
            }
            one.post("/v1/locks/" + lock + "/force-unlock", "{\"reason\":\"runner died\"}");

            try (var ear = new Ear(one, "/v1/events", "Last-Event-ID", place)) {
                Map<String, String> told = firstTold(ear);
                assertThat(told).containsEntry("event", "forced");
                assertThat(told.get("data")).contains(lock);
            }
        }
    }

    @Test
    void whoHeardNothingThatItWantsHearsInTheNextStreamWhatHappenedBetweenThem() {
        try (Served one = Served.start(SHORT_STREAMS)) {
            String place;
            try (var ear = new Ear(one, "/v1/events?prefix=shop")) {
                one.holds("bob", "mail");
                place = ear.lastIdInTheEnd();
            }
            one.holds("carol", "mail/too");
            String lock = one.holds("alice", "shop");

            try (var ear = new Ear(one, "/v1/events?prefix=shop", "Last-Event-ID", place)) {
                Map<String, String> told = firstTold(ear);
                assertThat(told).containsEntry("event", "acquired");
                assertThat(told.get("data")).contains(lock);
            }
        }
    }

    @Test
    void whoHeardNothingHereHearsAtAnotherServerWhatHappenedBetweenThem() {
        try (Served one = Served.start(SHORT_STREAMS);
                Served other = one.beside();
                var there = new Ear(other, "/v1/events")) {
            // Long enough that this server's clock counts for what is heard at the other.
            one.holds("zoe", "zoo");
            there.next("acquired");
            String place = "";
            for (int streams = 0; streams < 4; streams++) {
                try (var ear = new Ear(one, "/v1/events", "Last-Event-ID", place)) {
                    place = ear.lastIdInTheEnd();
                }
            }
            String lock = one.holds("alice", "shop");
            there.next(fields -> fields.getOrDefault("data", "").contains(lock));

            try (var ear = new Ear(other, "/v1/events", "Last-Event-ID", place)) {
                Map<String, String> told =
                        ear.next(fields ->
                                "reset".equals(fields.get("event"))
                                        || fields.getOrDefault("data", "").contains(lock));
                assertThat(told).containsEntry("event", "acquired");
            }
        }
    }

    @Test
    void whoWasToldThatSomethingIsNotKnownIsNotToldSoAgain() {
        try (Served one = Served.start(SHORT_STREAMS)) {
            String place;
            try (var ear = new Ear(one, "/v1/events", "Last-Event-ID", "elsewhere:7:7")) {
                assertThat(firstTold(ear)).containsEntry("event", "reset");
                place = ear.lastIdInTheEnd();
            }
            String lock = one.holds("alice", "shop");

            try (var ear = new Ear(one, "/v1/events", "Last-Event-ID", place)) {
                Map<String, String> told = firstTold(ear);
                assertThat(told).containsEntry("event", "acquired");
                assertThat(told.get("data")).contains(lock);
            }
        }
    }

    @Test
    void whatHappensThroughAnotherServerIsHeardToo() {
        try (Served other = served.beside();
                var ear = new Ear(other, "/v1/events?prefix=shop")) {
            other.holds("alice", "shop/one");
            ear.next("acquired");
            served.holds("zoe", "mail");
            String lock = served.holds("bob", "shop/two");

            assertThat(ear.next("acquired").get("data")).contains("\"bob\"");
            served.delete("/v1/locks/" + lock);
            assertThat(ear.next("released").get("data")).contains(lock);
        }
    }

    @Test
    void aRequestInLineIsFollowedToItsGrant() {
        String first = served.holds("alice", "shop");
        served.acquire("bob", "shop", "\"wait_seconds\":60,\"request_id\":\"bobs\"");
        served.acquire("carol", "shop", "\"wait_seconds\":60,\"request_id\":\"carols\"");
        try (var ear = new Ear(served, "/v1/requests/carols?resource=shop")) {
            assertThat(ear.next("waiting").get("data")).contains("\"position\":2");
            served.delete("/v1/requests/bobs?resource=shop");
            assertThat(ear.next("waiting").get("data")).contains("\"position\":1");
        }

        try (var again = new Ear(served, "/v1/requests/carols?resource=shop")) {
            assertThat(again.next("waiting").get("data")).contains("\"position\":1");
            served.delete("/v1/locks/" + first);
            assertThat(again.next("offered").get("data"))
                    .contains("\"carol\"")
                    .contains("\"confirmed\":false");
        }
    }

    @Test
    void aRequestThatIsOverIsSaidToBe() {
        try (var ear = new Ear(served, "/v1/requests/never?resource=shop")) {
            assertThat(ear.next("refused").get("data")).contains("LOCK_NOT_FOUND");
        }
    }

    @Test
    void theHistoryOfAResourceIsKept() {
        String lock = served.holds("alice", "shop//api");
        served.post("/v1/locks/" + lock + "/force-unlock", "{\"reason\":\"runner died\"}");
        served.holds("bob", "mail");

        var answer = served.get("/v1/history?resource=shop");

        assertThat(answer.list("history"))
                .extracting(entry -> entry.get("type"))
                .contains("forced", "acquired");
        assertThat(answer.list("history"))
                .allSatisfy(entry -> assertThat((String) entry.get("resource")).startsWith("shop"));
    }

    @Test
    void readinessTellsOfTheStoreTheLocksAndTheQueue() {
        served.holds("alice", "shop");
        served.acquire("bob", "shop", "\"wait_seconds\":60");

        var answer = served.get("/readyz");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("status")).isEqualTo("ready");
        assertThat(answer.text("locks")).contains("active=1");
        assertThat(answer.text("queue")).contains("depth=1");
        assertThat(answer.text("store")).contains("reachable=true");
        assertThat(answer.body()).containsKeys("memory", "deadlocks");
        assertThat(served.get("/healthz").text("status")).isEqualTo("alive");
    }
}
