package holdfast.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An engine at work, and what a scrape shows of it. */
final class MetricsTest {
    private static final String SHOP =
            "environment=\"production\",lock_level=\"stack\",stack=\"shop\"";

    private final Traffic traffic = new Traffic(MetricsSettings.DEFAULT);

    @AfterEach
    void close() {
        traffic.close();
    }

    private static String labelled(String name, String labels) {
        return name + "{" + labels + "}";
    }

    @Test
    void aGrantIsCountedWithItsTime() {
        traffic.acquire("shop/production");

        assertThat(traffic.value(labelled("deployer_lock_acquisition_success_total", SHOP)))
                .isEqualTo(1);
        assertThat(
                        traffic.value(
                                labelled("deployer_lock_acquisition_duration_seconds_count", SHOP)))
                .isEqualTo(1);
        assertThat(traffic.value(labelled("deployer_lock_acquisition_failure_total", SHOP)))
                .isZero();
    }

    @Test
    void aRefusalIsCountedWithItsType() {
        traffic.acquire("shop/production");

        assertThat(traffic.tryAcquire("shop/production"))
                .isInstanceOf(AcquireOutcome.Refused.class);

        assertThat(traffic.value(labelled("deployer_lock_acquisition_failure_total", SHOP)))
                .isEqualTo(1);
        assertThat(traffic.value("holdfast_errors_total{type=\"lock_exists\"}")).isEqualTo(1);
    }

    @Test
    void aReleasedLockIsCountedWithHowLongItWasHeld() {
        Hold hold = traffic.acquire("shop/production");
        traffic.advance(Duration.ofSeconds(90));
        traffic.renew(hold);
        traffic.advance(Duration.ofSeconds(30));

        traffic.release(hold);

        assertThat(traffic.value(labelled("deployer_lock_held_duration_seconds_sum", SHOP)))
                .isEqualTo(120);
        assertThat(traffic.value(labelled("deployer_lock_heartbeat_success_total", SHOP)))
                .isEqualTo(1);
    }

    @Test
    void aHeartbeatThatComesTooLateIsAFailedOne() {
        Hold hold = traffic.acquire("shop/production");
        traffic.advance(Duration.ofHours(2));

        traffic.renew(hold);

        assertThat(traffic.value(labelled("deployer_lock_heartbeat_failure_total", SHOP)))
                .isEqualTo(1);
    }

    @Test
    void whoWaitedIsCountedWithHowLong() throws Exception {
        Hold first = traffic.acquire("shop/production");
        CompletableFuture<AcquireOutcome> second = traffic.waiting("shop/production");
        traffic.survey();
        assertThat(traffic.value("holdfast_queue_depth{environment=\"production\",stack=\"shop\"}"))
                .isEqualTo(1);
        traffic.advance(Duration.ofSeconds(20));

        traffic.release(first);

        assertThat(second.get(30, TimeUnit.SECONDS)).isInstanceOf(AcquireOutcome.Granted.class);
        assertThat(traffic.value(labelled("holdfast_queue_wait_seconds_sum", SHOP))).isEqualTo(20);
    }

    @Test
    void aStaleLockIsCountedOnce() {
        traffic.acquire("shop/production");
        traffic.advance(Duration.ofMinutes(3));

        traffic.survey();
        traffic.survey();

        assertThat(traffic.value(labelled("deployer_lock_stale_detected_total", SHOP)))
                .isEqualTo(1);
        assertThat(traffic.value("holdfast_locks_stale{environment=\"production\",stack=\"shop\"}"))
                .isEqualTo(1);
    }

    @Test
    void aStoreThatIsAwayShows() {
        assertThat(traffic.value("holdfast_backend_up")).isEqualTo(1);

        traffic.storeIsAway();
        traffic.survey();
        assertThat(traffic.value("holdfast_backend_up")).isZero();

        traffic.storeIsBack();
        traffic.survey();
        assertThat(traffic.value("holdfast_backend_up")).isEqualTo(1);
    }

    @Test
    void aMistakeInALookShowsAndDoesNotEndAllLooks() {
        traffic.storeIsBroken();
        traffic.survey();
        assertThat(traffic.value("holdfast_backend_up")).isZero();

        traffic.storeIsBack();
        traffic.survey();
        assertThat(traffic.value("holdfast_backend_up")).isEqualTo(1);
    }

    @Test
    void allRequestsTogetherHaveATimeToo() {
        traffic.acquire("shop/production");
        traffic.acquire("blog/production");
        traffic.tryAcquire("shop/production");

        assertThat(traffic.value("lock_acquire_duration_seconds_count")).isEqualTo(3);
        assertThat(traffic.metrics().scrape()).contains("lock_acquire_duration_seconds_bucket");
    }

    @Test
    void aCycleThatIsRefusedIsCounted() throws Exception {
        Hold shop = traffic.acquire("shop/production");
        Hold blog = traffic.acquire("blog/production");
        CompletableFuture<AcquireOutcome> first = traffic.waiting("blog/production", shop);

        assertThat(traffic.ask("shop/production", blog)).isInstanceOf(AcquireOutcome.Refused.class);

        assertThat(traffic.value("holdfast_deadlocks_total{resolution=\"refused\"}")).isEqualTo(1);
        assertThat(traffic.value("holdfast_errors_total{type=\"deadlock\"}")).isEqualTo(1);
        traffic.release(blog);
        assertThat(first.get(30, TimeUnit.SECONDS)).isInstanceOf(AcquireOutcome.Granted.class);
    }

    @ParameterizedTest
    @CsvSource({
        "shop/production, shop, production, stack",
        "shop/production//api, shop, production, service",
        "shop/production//api/db, shop, production, component",
        "acme/shop/production, acme/shop, production, stack",
        "shop, shop, none, stack",
    })
    void labelsSayStackEnvironmentAndLevel(
            String resource, String stack, String environment, String level) {
        traffic.acquire(resource);

        assertThat(traffic.metrics().scrape())
                .contains(
                        "deployer_lock_acquisition_success_total{environment=\""
                                + environment
                                + "\",lock_level=\""
                                + level
                                + "\",stack=\""
                                + stack
                                + "\"} 1.0");
    }

    @Test
    void thousandsOfStacksShareOneLabel() {
        try (var few = new Traffic(new MetricsSettings(3, Duration.ofHours(1), null, null))) {
            for (int i = 0; i < 2_000; i++) {
                few.acquire("stack-" + i + "/production");
            }

            assertThat(
                            few.metrics()
                                    .scrape()
                                    .lines()
                                    .filter(line ->
                                            line.startsWith(
                                                    "deployer_lock_acquisition_success_total{")))
                    .hasSize(4);
            assertThat(
                            few.value(
                                    "deployer_lock_acquisition_success_total{environment=\"other\",lock_level=\"stack\",stack=\"other\"}"))
                    .isEqualTo(1_997);
        }
    }

    @Test
    void aCollectorGetsTheSame() throws Exception {
        var body = new CompletableFuture<String>();
        var authorization = new CompletableFuture<String>();
        HttpServer collector =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext(
                "/v1/metrics",
                exchange -> {
                    authorization.complete(exchange.getRequestHeaders().getFirst("X-Key"));
                    body.complete(
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    java.nio.charset.StandardCharsets.ISO_8859_1));
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        collector.start();
        var endpoint =
                URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/metrics");
        var otlp = new MetricsSettings.Otlp(endpoint, Map.of("X-Key", "hush"), Duration.ofHours(1));
        try (var told = new Traffic(new MetricsSettings(10, Duration.ofHours(1), otlp, null))) {
            told.acquire("shop/production");
        } finally {
            // What was measured is sent when the registry is closed.
            assertThat(body.get(30, TimeUnit.SECONDS))
                    .contains("deployer.lock.acquisition.success");
            assertThat(authorization.get(30, TimeUnit.SECONDS)).isEqualTo("hush");
            collector.stop(0);
        }
        assertThat(otlp.toString()).doesNotContain("hush");
    }

    @Test
    void aScrapeInTheMiddleOfASurveyFindsEachFigureOnce() throws Exception {
        traffic.acquire("shop/production");
        var done = new AtomicBoolean();
        CompletableFuture<Void> surveys =
                CompletableFuture.runAsync(() -> {
                    while (!done.get()) {
                        traffic.survey();
                    }
                });
        try {
            for (int i = 0; i < 2_000; i++) {
                assertThat(traffic.metrics().scrape().lines())
                        .filteredOn(line -> line.startsWith("holdfast_locks_active{"))
                        .hasSizeLessThan(2);
            }
        } finally {
            done.set(true);
        }
        surveys.get(30, TimeUnit.SECONDS);
    }
}
