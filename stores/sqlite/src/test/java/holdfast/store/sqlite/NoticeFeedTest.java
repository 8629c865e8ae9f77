package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.store.LockStore;
import holdfast.store.testkit.Drafts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** How an engine hears of what another process committed. */
@Timeout(120)
final class NoticeFeedTest {
    private static final EngineId ENGINE = new EngineId("engine-here");

    private final TestFile file = TestFile.create();
    private final ManualHost host = ManualHost.booted("boot-1");
    private final SqliteLockStore here = open();
    private final SqliteLockStore there = open();
    private final BlockingQueue<Long> heard = new LinkedBlockingQueue<>();

    private SqliteLockStore open() {
        return SqliteLockStore.open(file.path(), SqliteOptions.defaults(), host);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
        file.remove();
    }

    private static void tell(LockStore from, Root root) {
        from.commit(List.of(Drafts.commit().to(root).tell(ENGINE).draft()));
    }

    private LockStore.Listening listen() {
        return here.listen(ENGINE, root -> heard.add(System.nanoTime()));
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private long noticesInTheFile() {
        try (Session session = Session.open(file.path())) {
            return Long.parseLong(session.ask("SELECT count(*) FROM notices"));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isRunning(String thread) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(one -> one.getName().equals(thread));
    }

    @Test
    void aNoticeFromAnotherProcessTakesMilliseconds() throws InterruptedException {
        var delays = new ArrayList<Long>();
        try (var listening = listen()) {
            for (int i = 0; i < 20; i++) {
                tell(there, Drafts.ROOT);
                long committed = System.nanoTime();
                Long told = heard.poll(30, TimeUnit.SECONDS);
                assertThat(told).isNotNull();
                delays.add(told - committed);
            }
        }

        // The median, since on a busy machine one may be late for reasons that are not the feed's.
        Collections.sort(delays);
        assertThat(Duration.ofNanos(delays.get(10))).isLessThan(Duration.ofMillis(20));
    }

    /** Until the feed sleeps, and the system has to tell it of a write. */
    private void awaitSleep() {
        await(() ->
                Thread.getAllStackTraces().entrySet().stream()
                        .filter(one -> one.getKey().getName().equals("holdfast-sqlite-notices"))
                        .flatMap(one -> Arrays.stream(one.getValue()))
                        .anyMatch(frame -> frame.getMethodName().equals("awaitWrite")));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aNoticeAfterAQuietTimeTakesMillisecondsToo() throws InterruptedException {
        var delays = new ArrayList<Long>();
        try (var listening = listen()) {
            for (int i = 0; i < 3; i++) {
                awaitSleep();
                tell(there, Drafts.ROOT);
                long committed = System.nanoTime();
                Long told = heard.poll(30, TimeUnit.SECONDS);
                assertThat(told).isNotNull();
                delays.add(told - committed);
            }
        }

        Collections.sort(delays);
        assertThat(Duration.ofNanos(delays.get(1))).isLessThan(Duration.ofMillis(20));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whoSleepsIsWokenByTheEndOfTheStore() {
        listen();
        awaitSleep();
        long before = System.nanoTime();

        here.close();

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMillis(200));
    }

    @Test
    void whatWasToldIsRemovedWithTheNextCommit() throws InterruptedException {
        try (var listening = listen()) {
            tell(there, Drafts.ROOT);
            assertThat(heard.poll(30, TimeUnit.SECONDS)).isNotNull();

            here.commit(List.of(Drafts.commit().draft()));

            assertThat(noticesInTheFile()).isZero();
        }
    }

    @Test
    void whatWasToldIsRemovedBeforeLongAlsoWithoutACommit() throws InterruptedException {
        try (var listening = listen()) {
            tell(there, Drafts.ROOT);
            assertThat(heard.poll(30, TimeUnit.SECONDS)).isNotNull();

            await(() -> noticesInTheFile() == 0);
        }
    }

    @Test
    void aNoticeLeftBeforeTheListenerCameIsTold() throws InterruptedException {
        tell(there, Drafts.ROOT);

        try (var listening = listen()) {
            assertThat(heard.poll(30, TimeUnit.SECONDS)).isNotNull();
        }
    }

    @Test
    void aNoticeLeftBetweenTwoListenersIsToldToTheSecond() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            listen().close();
            await(() -> !isRunning("holdfast-sqlite-notices"));
            tell(there, Drafts.ROOT);
            heard.clear();

            try (var listening = listen()) {
                assertThat(heard.poll(5, TimeUnit.SECONDS)).isNotNull();
            }
            await(() -> !isRunning("holdfast-sqlite-notices"));
        }
    }

    @Test
    void aListenerThatThrowsHearsOfTheNextCommit() throws InterruptedException {
        var calls = new LinkedBlockingQueue<Root>();
        try (var listening =
                here.listen(
                        ENGINE,
                        notice -> {
                            calls.add(notice.root());
                            throw new IllegalStateException("as agreed");
                        })) {
            tell(here, new Root("one"));
            assertThat(calls.poll(30, TimeUnit.SECONDS)).isEqualTo(new Root("one"));

            tell(there, new Root("two"));

            assertThat(calls.poll(30, TimeUnit.SECONDS)).isEqualTo(new Root("two"));
        }
    }

    @Test
    void aListenerThatBlocksHoldsUpNoCommit() throws InterruptedException {
        var entered = new LinkedBlockingQueue<Root>();
        var leave = new LinkedBlockingQueue<String>();
        try (var listening =
                here.listen(
                        ENGINE,
                        notice -> {
                            entered.add(notice.root());
                            try {
                                leave.take();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        })) {
            tell(here, new Root("one"));
            assertThat(entered.poll(30, TimeUnit.SECONDS)).isNotNull();

            tell(here, new Root("two"));
            leave.add("now");

            assertThat(entered.poll(30, TimeUnit.SECONDS)).isEqualTo(new Root("two"));
            leave.add("now");
        }
    }

    @Test
    void nobodyLooksForNoticesWhileNobodyListens() {
        tell(here, Drafts.ROOT);
        assertThat(isRunning("holdfast-sqlite-notices")).isFalse();

        listen().close();

        await(() -> !isRunning("holdfast-sqlite-notices"));
        try (var again = listen()) {
            tell(there, Drafts.ROOT);
            await(() -> !heard.isEmpty());
        }
    }

    @Test
    void noticesThatNobodyFetchesAreRemovedAfterAMinute() {
        there.commit(List.of(Drafts.commit().tell(new EngineId("engine that is gone")).draft()));
        host.advance(Duration.ofSeconds(61));

        // Some of the commits clean up, chosen at random.
        await(() -> {
            here.commit(List.of(Drafts.commit().draft()));
            return noticesInTheFile() == 0;
        });
    }

    @Test
    void aNoticeToAllServersReachesEachOfThemAlsoWhenTheyWriteMeanwhile() {
        var heardHere = new LinkedBlockingQueue<Root>();
        var heardThere = new LinkedBlockingQueue<Root>();
        try (var listensHere =
                        here.listen(EngineId.ANY_SERVER, notice -> heardHere.add(notice.root()));
                var listensThere =
                        there.listen(
                                EngineId.ANY_SERVER, notice -> heardThere.add(notice.root()))) {
            for (int i = 0; i < 20; i++) {
                var root = new Root("root-" + i);
                SqliteLockStore from = i % 2 == 0 ? here : there;
                from.commit(List.of(Drafts.commit().to(root).tell(EngineId.ANY_SERVER).draft()));
                // Who is told first and then writes must not take the notice from the other.
                here.commit(List.of(Drafts.commit().to(Drafts.ROOT).draft()));
                await(() -> heardHere.contains(root) && heardThere.contains(root));
            }
        }
    }
}
