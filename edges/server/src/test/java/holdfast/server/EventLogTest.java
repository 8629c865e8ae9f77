package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventLogTest {
    private final EventLog log = new EventLog();

    private static LockId lock(long number) {
        return new LockId("lock_" + number + "_alice_0123abcd");
    }

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            long number = log.end() + 1;
            log.add(
                    new Happening(
                            new StoreTime(Duration.ofSeconds(number).toNanos()),
                            "acquired",
                            Resource.parse("shop"),
                            "alice",
                            new OwnerId("run"),
                            lock(number),
                            null,
                            ""));
        }
    }

    private EventLog.Page after(long number) throws InterruptedException {
        return log.after(number, Duration.ZERO);
    }

    @Test
    void whoIsUpToDateGetsOnlyWhatIsNew() throws InterruptedException {
        add(EventLog.KEPT_MAX + 5);
        long at = log.end();
        add(2);

        assertThat(after(at).entries())
                .extracting(EventLog.Entry::number)
                .containsExactly(at + 1, at + 2);
        assertThat(after(at).lost()).isFalse();
    }

    @Test
    void whoComesLateGetsWhatIsLeftPageByPageAndIsToldThatThereWasMore()
            throws InterruptedException {
        add(EventLog.KEPT_MAX + 5);

        EventLog.Page first = after(0);
        assertThat(first.lost()).isTrue();
        assertThat(first.entries().getFirst().number()).isEqualTo(6);

        long at = 5;
        for (EventLog.Page page = after(at); !page.entries().isEmpty(); page = after(at)) {
            assertThat(page.entries().getFirst().number()).isEqualTo(at + 1);
            assertThat(page.lost()).isFalse();
            at = page.entries().getLast().number();
        }
        assertThat(at).isEqualTo(log.end());
        assertThat(log.latest()).hasSize(EventLog.KEPT_MAX);
        assertThat(log.latest().getFirst().lock()).isEqualTo(lock(at));
    }

    @Test
    void noClaimHidesAnotherNorTheEndOfItsLock() throws InterruptedException {
        List<String> types = List.of("acquired", "claimed", "claimed", "unclaimed", "released");
        for (String type : types) {
            log.add(
                    new Happening(
                            new StoreTime(1),
                            type,
                            Resource.parse("shop"),
                            "alice",
                            new OwnerId("run"),
                            lock(1),
                            null,
                            ""));
        }

        assertThat(after(0).entries())
                .extracting(entry -> entry.happening().type())
                .containsExactlyElementsOf(types);
    }

    @Test
    void whatIsForgottenMayBeToldAgainAndWhatIsKnownIsNot() {
        add(1);
        var again =
                new Happening(
                        new StoreTime(1),
                        "acquired",
                        Resource.parse("shop"),
                        "alice",
                        new OwnerId("run"),
                        lock(1),
                        null,
                        "");
        log.add(again);
        assertThat(log.end()).isEqualTo(1);
        add(EventLog.KEPT_MAX);

        long end = log.end();
        log.add(again);
        assertThat(log.end()).isEqualTo(end + 1);
    }
}
