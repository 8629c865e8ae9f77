package holdfast.store.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.EngineId;
import holdfast.model.InvalidRequestException;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.StoreTime;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.LockStore;
import holdfast.store.LockStore.Listening;
import holdfast.store.StoreException;
import holdfast.store.resilience.adaptive.TimeoutBounds;
import holdfast.store.resilience.breaker.BreakerSettings;
import holdfast.store.resilience.call.HandMovedHost;
import holdfast.store.resilience.call.RunningOutHost;
import holdfast.store.resilience.rate.RateSettings;
import holdfast.store.resilience.retry.Backoff;
import holdfast.store.resilience.retry.RetrySettings;
import holdfast.store.testkit.Drafts;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All guards together around a store. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
final class ResilientTest {
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final HandMovedHost host = new HandMovedHost();

    private interface Answer {
        Object to(String method) throws Throwable;
    }

    private <S> S store(Class<S> kind, Answer answer) {
        return kind.cast(
                Proxy.newProxyInstance(
                        kind.getClassLoader(),
                        new Class<?>[] {kind},
                        (proxy, method, arguments) -> {
                            asked.add(method.getName());
                            return answer.to(method.getName());
                        }));
    }

    private static Object unavailable(String method) {
        throw new StoreException.Unavailable(method + " failed", null);
    }

    private static Object answerLost(String method) {
        throw new StoreException.OutcomeUnknown("the answer to " + method + " was lost", null);
    }

    private static void fails(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(StoreException.class);
    }

    @Test
    void aSubscriptionThatComesTooLateIsEnded() throws Exception {
        var time = new RunningOutHost();
        var late = new CountDownLatch(1);
        var ended = new CompletableFuture<Boolean>();
        Listening subscription = () -> ended.complete(true);
        LockStore slow =
                store(
                        LockStore.class,
                        method -> {
                            time.asked();
                            awaitUninterruptibly(late);
                            return subscription;
                        });
        LockStore guarded = Resilient.wrap(slow, ResilienceSettings.DEFAULT, time).store();
        fails(() -> guarded.listen(new EngineId("engine"), root -> {}));
        late.countDown();
        assertThat(ended.get(30, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // Left behind, and goes on all the same.
            }
        }
    }

    @Test
    void whoClosesAStoreThatHangsGoesOnAndClosesItOnce() {
        LockStore guarded =
                Resilient.wrap(
                                store(LockStore.class, method -> method),
                                ResilienceSettings.DEFAULT,
                                host)
                        .store();
        host.keepCalls();
        guarded.close();
        assertThat(host.passed())
                .isPositive()
                .isLessThanOrEqualTo(ResilienceSettings.DEFAULT.patience());
        assertThat(host.rests()).isEmpty();
    }

    @Test
    void howeverOftenACallFailsItsCallerWaitsNoLongerThanItsPatience() {
        var stubborn =
                ResilienceSettings.DEFAULT.withRetries(
                        new RetrySettings(
                                new Backoff(1_000, Duration.ofSeconds(1), Duration.ofSeconds(30)),
                                new Backoff(1_000, Duration.ofSeconds(1), Duration.ofSeconds(30))));
        LockStore guarded =
                Resilient.wrap(store(LockStore.class, ResilientTest::unavailable), stubborn, host)
                        .store();
        host.chanceIs(0.3);
        fails(guarded::freezes);
        assertThat(asked.size()).isGreaterThan(2);
        assertThat(host.passed()).isLessThanOrEqualTo(stubborn.patience());
    }

    @Test
    void aDocumentThatMayHaveBeenWrittenIsNotWrittenAgain() {
        DocumentStore guarded =
                Resilient.wrap(
                                store(DocumentStore.class, ResilientTest::answerLost),
                                ResilienceSettings.DEFAULT,
                                host)
                        .store();
        var key = new DocumentKey("a");
        fails(() -> guarded.put(key, null, new byte[1]));
        fails(() -> guarded.delete(key, new DocumentVersion("1")));
        assertThat(asked).containsExactly("put", "delete");
    }

    @Test
    void aNewcomerIsAnnouncedToTheStoreAsWell() {
        LockStore guarded =
                Resilient.wrap(
                                store(LockStore.class, method -> method),
                                ResilienceSettings.DEFAULT,
                                host)
                        .store();
        guarded.announce(new Owner(new OwnerId("a"), "alice"));
        assertThat(asked).containsExactly("announce");
    }

    @Test
    void healthCountsWhatHappened() {
        Resilient<LockStore> guarded =
                Resilient.wrap(
                        store(LockStore.class, ResilientTest::unavailable),
                        ResilienceSettings.DEFAULT,
                        host);
        fails(() -> guarded.store().freezes());
        host.keepCalls();
        fails(() ->
                guarded.store()
                        .liftFreeze(
                                Drafts.freeze("a", "shop").stamped(new StoreTime(1)),
                                Drafts.audit("thaw")));
        Health health = guarded.health();
        assertThat(health.counts()).isEqualTo(new Health.Counts(0, 4, 1, 2, 0, 0));
        assertThat(health.hanging()).isEqualTo(1);
        assertThat(health.isTroubled()).isTrue();
        assertThat(health.inWords()).contains("4 failed (1 without an answer", "1 calls hang");
    }

    static Stream<ThrowingCallable> settingsThatMakeNoSense() {
        Duration second = Duration.ofSeconds(1);
        return Stream.of(
                () -> new Backoff(0, second, second),
                () -> new Backoff(1, second, Duration.ZERO),
                () -> new TimeoutBounds(second, Duration.ofMillis(1)),
                () -> new TimeoutBounds(Duration.ZERO, second),
                () -> new BreakerSettings(Duration.ZERO, 1, 50, second, 1),
                () -> new BreakerSettings(second, 1, 0, second, 1),
                () -> new BreakerSettings(second, 1, 50, Duration.ZERO, 1),
                () -> new RateSettings(0, second, second, 1),
                () -> new RateSettings(1, Duration.ZERO, second, 1),
                () -> ResilienceSettings.DEFAULT.withPatience(second));
    }

    @ParameterizedTest
    @MethodSource
    void settingsThatMakeNoSense(ThrowingCallable made) {
        assertThatThrownBy(made).isInstanceOf(InvalidRequestException.class);
    }
}
