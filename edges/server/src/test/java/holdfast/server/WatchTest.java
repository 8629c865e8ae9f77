package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A request that waits for the end of locks. */
@Timeout(60)
final class WatchTest {
    private static final String WATCH = "/v1/locks/watch";
    private static final long SOON_SECONDS = 10;

    private final Served served =
            Served.start(
                    ServerSettings.DEFAULT.at("127.0.0.1", 0).with(limits()),
                    credential -> new RightsTest.Named(credential.authorization().orElse("")));

    private static ServerLimits limits() {
        return new ServerLimits(
                Duration.ofSeconds(25),
                3,
                2,
                1,
                Duration.ofSeconds(20),
                2_000,
                4_000,
                100,
                100,
                Duration.ofSeconds(30),
                20_000);
    }

    @AfterEach
    void stop() {
        served.engine().remote().dismiss();
        served.close();
    }

    private static String about(String lock) {
        return "{\"locks\":[{\"lock_id\":\"" + lock + "\",\"resource\":\"shop\"}]}";
    }

    private String holds() {
        return served.acquire("alice", "shop", "", "Authorization", "alice").text("lock_id");
    }

    private CompletableFuture<Served.Answer> watch(String lock) {
        return watching(about(lock));
    }

    @Test
    void aLockThatIsGivenBackEndsTheWatchOfIt() throws Exception {
        String lock = holds();
        CompletableFuture<Served.Answer> watch = watch(lock);
        Conditions.await(() -> served.server().watching() == 1);

        served.send("DELETE", "/v1/locks/" + lock, null, "Authorization", "alice");

        assertThat(watch.get(SOON_SECONDS, TimeUnit.SECONDS).body())
                .containsEntry("over", List.of(lock));
    }

    @Test
    void whoAsksAnewLeavesNothingBehindOfWhatItAskedBefore() throws Exception {
        String lock = holds();
        String named = about(lock).replace("{\"locks\"", "{\"watcher\":\"w1\",\"locks\"");
        var watches = new ArrayList<CompletableFuture<Served.Answer>>();
        // More than one caller may have at a time.
        for (int i = 0; i < 4; i++) {
            watches.add(watching(named));
            // One after the other, however slow the machine is.
            List<CompletableFuture<Served.Answer>> before = watches.subList(0, i);
            Conditions.await(() ->
                    before.stream().allMatch(CompletableFuture::isDone)
                            && served.server().watching() == 1);
        }
        CompletableFuture<Served.Answer> last = watches.removeLast();

        for (CompletableFuture<Served.Answer> left : watches) {
            assertThat(left.get(SOON_SECONDS, TimeUnit.SECONDS).body())
                    .containsEntry("over", List.of());
        }
        assertThat(last).isNotDone();
        served.send("DELETE", "/v1/locks/" + lock, null, "Authorization", "alice");
        assertThat(last.get(SOON_SECONDS, TimeUnit.SECONDS).body())
                .containsEntry("over", List.of(lock));
        Conditions.await(() -> served.server().watching() == 0);
    }

    @Test
    void theNameOfAWatcherIsItsCallersOwn() {
        String lock = holds();
        String named = about(lock).replace("{\"locks\"", "{\"watcher\":\"w1\",\"locks\"");
        CompletableFuture<Served.Answer> alices = watching(named);
        Conditions.await(() -> served.server().watching() == 1);

        served.post(WATCH, named, "Prefer", "wait=1", "Authorization", "root");

        assertThat(alices).isNotDone();
    }

    private CompletableFuture<Served.Answer> watching(String body) {
        return CompletableFuture.supplyAsync(
                () -> served.post(WATCH, body, "Prefer", "wait=25", "Authorization", "alice"),
                task -> Thread.ofVirtual().start(task));
    }

    @Test
    void whoComesWhenTheServerStopsIsSentElsewhereAtOnce() throws Exception {
        String lock = holds();
        served.engine().remote().dismiss();

        Served.Answer answer = watch(lock).get(SOON_SECONDS, TimeUnit.SECONDS);

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text("detail")).contains("the server stops");
    }

    @Test
    void oneCallerLeavesWatchesForOthers() {
        String lock = holds();
        var watches = new ArrayList<>(List.of(watch(lock), watch(lock)));
        Conditions.await(() -> served.server().watching() == 2);

        Served.Answer third =
                served.post(WATCH, about(lock), "Prefer", "wait=1", "Authorization", "alice");

        assertThat(watches).noneMatch(CompletableFuture::isDone);
        assertThat(third.status()).isEqualTo(429);
        assertThat(third.text("detail")).contains("the limit of one caller");
    }

    @Test
    void aWatchThatCouldNotBeginKeepsNoSlot() {
        var broken = new AtomicBoolean();
        var store =
                MeddledStore.of(
                        MemoryLockStore.withSystemClock(),
                        method -> {
                            if (broken.get() && method.equals("listen")) {
                                throw new IllegalArgumentException("broken");
                            }
                        });
        try (Served other = Served.start(store, EngineSettings.DEFAULT)) {
            broken.set(true);

            assertThat(other.post(WATCH, about("lock_1_ci_0123abcd")).status()).isEqualTo(500);

            broken.set(false);
            assertThat(other.server().watching()).isZero();
        }
    }
}
