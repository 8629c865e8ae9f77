package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.store.LockStore;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryLockStore;
import io.helidon.webserver.WebServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a probe is told when all is not well. */
@Timeout(60)
final class HealthTest {
    private final AtomicInteger listings = new AtomicInteger();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final CountDownLatch answers = new CountDownLatch(1);
    private volatile boolean away;
    private volatile boolean silent;
    private final AtomicInteger questions = new AtomicInteger();
    private volatile boolean questionsFail;
    private final MemoryLockStore memory = MemoryLockStore.withSystemClock();
    private final LockEngine engine = LockEngine.open(watched(memory), EngineSettings.DEFAULT);
    private final WebServer web = serve();
    private final HttpClient http = HttpClient.newHttpClient();

    private LockStore watched(LockStore real) {
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("holds")) {
                                listings.incrementAndGet();
                                if (silent) {
                                    answers.await();
                                }
                                if (away) {
                                    throw new StoreException.Unavailable("it is away", null);
                                }
                            }
                            if (method.getName().equals("freezes")) {
                                questions.incrementAndGet();
                                if (questionsFail) {
                                    throw new StoreException.Unavailable("it is away", null);
                                }
                            }
                            try {
                                return method.invoke(real, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private WebServer serve() {
        var routes = new Routes(Gate.OPEN, new Pace(1_000, System::nanoTime), () -> {}, 1_000);
        new HealthRoutes(engine, stopping::get, () -> 0, () -> 0).addTo(routes);
        return WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .shutdownHook(false)
                .routing(routes.routing())
                .build()
                .start();
    }

    @AfterEach
    void stop() {
        answers.countDown();
        web.stop();
        engine.close();
        memory.close();
    }

    private record Answer(int status, String type, Map<String, @Nullable Object> body) {
        static Answer of(HttpResponse<byte[]> response) {
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    JsonText.object(response.body()));
        }
    }

    private CompletableFuture<Answer> probe() {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web.port() + "/readyz"));
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(Answer::of);
    }

    private static void assertProblem(Answer answer, String state) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.type()).isEqualTo("application/problem+json");
        assertThat(answer.body())
                .containsEntry("code", "BACKEND_ERROR")
                .containsEntry("state", state)
                .containsKeys("memory", "uptime_seconds");
    }

    @Test
    void aServerWhoseStoreIsAwayIsNotReadyAndSaysSo() {
        away = true;

        Answer answer = probe().join();

        assertProblem(answer, "store_unreachable");
        assertThat(String.valueOf(answer.body().get("store"))).contains("reachable=false");
        assertThat(String.valueOf(answer.body().get("deadlock_scan"))).contains("failing=false");
        assertThat(answer.body()).containsEntry("detail", "it is away");
    }

    @Test
    void aServerThatStopsIsNotReady() {
        stopping.set(true);

        assertProblem(probe().join(), "stopping");
    }

    @Test
    void whenTheStoreIsBackTheServerIsReadyAgain() {
        away = true;
        assertThat(probe().join().status()).isEqualTo(503);

        away = false;
        Conditions.await(() -> probe().join().status() == 200);
    }

    @Test
    void manyProbesAskAStoreThatIsAwayNoMoreOftenThanOneThatIsThere() {
        away = true;
        long began = System.nanoTime();
        for (int i = 0; i < 40; i++) {
            assertThat(probe().join().status()).isEqualTo(503);
        }

        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        assertThat(listings.get()).isLessThanOrEqualTo((int) (seconds / 2) + 1);
    }

    @Test
    void aStoreThatDoesNotAnswerHoldsUpOneProbeAndNoOther() throws Exception {
        silent = true;
        CompletableFuture<Answer> first = probe();
        Conditions.await(() -> listings.get() == 1);

        for (int i = 0; i < 3; i++) {
            assertProblem(probe().get(20, TimeUnit.SECONDS), "store_unreachable");
        }
        assertThat(first.isDone()).isFalse();
        assertThat(listings.get()).isEqualTo(1);

        answers.countDown();
        assertThat(first.get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
    }

    /** Anybody may ask, and counting may be a look at everything there is. */
    @Test
    void whereCountingCostsMuchItIsDoneRarelyAndTheStoreIsAskedASmallQuestionInstead()
            throws Exception {
        LockStore scanned =
                (LockStore)
                        Proxy.newProxyInstance(
                                LockStore.class.getClassLoader(),
                                new Class<?>[] {LockStore.class},
                                (proxy, method, arguments) ->
                                        method.getName().equals("isIndexed")
                                                ? false
                                                : Proxy.getInvocationHandler(watched(memory))
                                                        .invoke(proxy, method, arguments));
        try (LockEngine slow = LockEngine.open(scanned, EngineSettings.DEFAULT)) {
            var readiness = new Readiness(slow);
            Census first = ((Readiness.Outcome.Reachable) readiness.look()).census();
            int counted = listings.get();
            int asked = questions.get();

            // Until what it knew is too old to be told again.
            Conditions.await(() ->
                    look(readiness) instanceof Readiness.Outcome.Reachable now
                            && now.census().roundTripNanos() != first.roundTripNanos());

            assertThat(listings.get()).isEqualTo(counted);
            assertThat(questions.get()).isGreaterThan(asked);

            questionsFail = true;
            Conditions.await(() -> look(readiness) instanceof Readiness.Outcome.Away);
        }
    }

    private static Readiness.Outcome look(Readiness readiness) {
        try {
            return readiness.look();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
