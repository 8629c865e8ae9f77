package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.OwnerId;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a listener knows of its place, whatever it wants to hear. */
@Timeout(60)
final class TellingTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final StoreTime NOON = new StoreTime(Duration.ofHours(12).toNanos());

    private final EventLog log = new EventLog();

    @BeforeEach
    void watch() {
        log.watched(NOON);
    }

    private void happens(String resource) {
        log.add(
                new Happening(
                        NOON.plus(Duration.ofSeconds(1)),
                        "claimed",
                        Resource.parse(resource),
                        "alice",
                        new OwnerId("run"),
                        null,
                        null,
                        ""));
    }

    /** What is written to who listens from the place for as long as a stream lasts. */
    private String heard(EventLog.Place from, String resource, Duration betweenSigns)
            throws InterruptedException {
        var out = new ByteArrayOutputStream();
        Predicate<Happening> filter = what -> what.resource().text().equals(resource);
        new Telling(log, new EventStream(out), filter, betweenSigns).from(from, SHORT);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<String> ids(String heard) {
        return heard.lines()
                .filter(line -> line.startsWith("id: "))
                .map(line -> line.substring("id: ".length()))
                .toList();
    }

    @Test
    void eachSignOfLifeTellsThePlace() throws InterruptedException {
        happens("shop");

        String heard = heard(log.here(), "shop", Duration.ofMillis(1));

        assertThat(heard.lines().filter(": alive"::equals).count())
                .isGreaterThan(1)
                .isEqualTo(ids(heard).size());
        assertThat(ids(heard)).allMatch(id -> log.placeOf(id).after() == 1);
    }

    @Test
    void whatOthersDoPushesNobodysPlaceOutOfTheLog() throws InterruptedException {
        EventLog.Place begin = log.here();
        for (int i = 0; i < EventLog.KEPT_MAX / 2; i++) {
            happens("mail");
        }

        String heard = heard(begin, "shop", LONG);

        // Long before half of what is kept has passed, whenever its connection is cut.
        assertThat(ids(heard)).hasSizeGreaterThan(4);
        assertThat(log.placeOf(ids(heard).getLast()).after()).isEqualTo(log.end());
        assertThat(log.placeOf(ids(heard).getLast()).lost()).isFalse();
    }

    @Test
    void whoIsLeftBehindIsToldSoOnceAndGoesOnFromThere() throws InterruptedException {
        EventLog.Place begin = log.here();
        for (int i = 0; i < EventLog.KEPT_MAX + 5; i++) {
            happens("shop");
        }

        String heard = heard(begin, "shop", LONG);

        assertThat(heard.lines().filter("event: reset"::equals)).hasSize(1);
        assertThat(log.placeOf(ids(heard).getFirst()).after()).isEqualTo(5);
        assertThat(heard(log.placeOf(ids(heard).getFirst()), "mail", LONG)).doesNotContain("reset");
    }

    @Test
    void whoComesWithAnOldIdIsToldOnceThatSomethingIsLost() throws InterruptedException {
        EventLog.Place begin = log.here();
        for (int i = 0; i < EventLog.KEPT_MAX + 5; i++) {
            happens("shop");
        }

        String heard = heard(log.placeOf(begin.id()), "shop", LONG);

        assertThat(heard.lines().filter("event: reset"::equals)).hasSize(1);
    }

    @Test
    void whoComesFromAnotherServerIsToldIfMoreHappenedSinceThanIsKept() {
        var other = new EventLog();
        other.watched(NOON.plus(Duration.ofSeconds(3)));
        String place = other.here().id();
        for (int i = 0; i < EventLog.KEPT_MAX; i++) {
            happens("shop");
        }
        assertThat(log.placeOf(place).lost()).isFalse();

        happens("shop");

        EventLog.Place found = log.placeOf(place);
        assertThat(found.lost()).isTrue();
        assertThat(found.after()).as("all that is kept is told").isEqualTo(1);
        assertThat(log.placeOf(found.id()).lost()).as("once").isFalse();
    }

    @Test
    void aPlaceFromBeforeNobodyListenedIsGoodNoMore() {
        String before = log.here().id();
        log.unwatched();
        log.watched(NOON.plus(LONG));

        assertThat(log.placeOf(before).lost()).isTrue();
        assertThat(log.placeOf(log.placeOf(before).id()).lost()).isFalse();
    }

    /** One may be found late, by a look at the store: who has not heard of it must not say that it knows that time. */
    @Test
    void aPlaceTellsNoLaterTimeThanUpToWhichEverythingWasHeard() throws InterruptedException {
        var other = new EventLog();
        other.watched(NOON);
        happens("shop");
        log.known(NOON.plus(LONG));
        happens("shop");
        List<EventLog.Entry> entries = log.after(0, Duration.ZERO).entries();

        assertThat(timeIn(log.id(entries.getFirst()))).isEqualTo(NOON.epochNanos());
        assertThat(timeIn(log.id(entries.getLast()))).isEqualTo(NOON.plus(LONG).epochNanos());
        assertThat(timeIn(log.here().id())).isEqualTo(NOON.plus(LONG).epochNanos());
        assertThat(other.placeOf(log.here().id()).lost()).isFalse();
    }

    private static long timeIn(String id) {
        return Long.parseLong(id.substring(id.lastIndexOf(':') + 1));
    }
}
