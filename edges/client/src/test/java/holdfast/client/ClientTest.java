package holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.Holdfast;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.Loss;
import holdfast.model.AcquireOutcome;
import holdfast.model.Ending;
import holdfast.model.ForceUnlockOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.Prefix;
import holdfast.model.Quarantine;
import holdfast.model.Refusal;
import holdfast.model.ReleaseOutcome;
import holdfast.server.HoldfastServer;
import holdfast.store.FreezeDraft;
import holdfast.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The facade over HTTP, on real servers in this process, with either way to carry requests. */
@ParameterizedClass
@ValueSource(strings = {"pooled", "sockets"})
final class ClientTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(2);

    private final Scene scene;
    private final HoldfastServer server;

    ClientTest(String transport) {
        scene =
                new Scene(
                        transport.equals("pooled")
                                ? new PooledTransport(Optional.empty())
                                : new SocketTransport(Optional.empty()));
        server = scene.serve();
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    private static CompletableFuture<HeldLock> waiting(Holdfast client, String resource) {
        var taken = new CompletableFuture<HeldLock>();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        taken.complete(client.lock(resource).waitAtMost(LONG).takeOrThrow());
                    } catch (Exception e) {
                        taken.completeExceptionally(e);
                    }
                });
        return taken;
    }

    @Test
    void aLockIsHeldUntilItIsClosed() throws Exception {
        Holdfast client = scene.client(server);

        try (HeldLock lock = client.lock("shop//api").reason("deploy").takeOrThrow()) {
            assertThat(scene.live()).extracting(Hold::id).containsExactly(lock.id());
            assertThat(lock.token()).isEqualTo(scene.live().getFirst().token());
            assertThat(lock.state().isHeld()).isTrue();
            assertThat(lock.trustLeft()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60));
        }

        assertThat(scene.live()).isEmpty();
    }

    @Test
    void theSpanThatACallerNamesGoesAlongAndWithoutOneNothingDoes() throws Exception {
        String span = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        ClientSettings settings = ClientSettings.of(Scene.url(server));
        scene.client(settings).lock("shop").takeOrThrow().close();
        assertThat(scene.sent)
                .isNotEmpty()
                .noneMatch(message -> message.headers().containsKey("traceparent"));
        scene.sent.clear();

        scene.client(settings.withTraceparent(() -> Optional.of(span)))
                .lock("shop")
                .takeOrThrow()
                .close();

        assertThat(scene.sent)
                .isNotEmpty()
                .allMatch(message -> span.equals(message.headers().get("traceparent")));
    }

    @Test
    void whoIsRefusedHearsWhoHoldsIt() throws Exception {
        Holdfast client = scene.client(server);
        HeldLock lock = client.lock("shop").reason("deploy").takeOrThrow();

        HoldOutcome outcome = client.lock("shop//api").take();

        var held = (Refusal.Held) ((HoldOutcome.Refused) outcome).refusal();
        assertThat(held.holders()).extracting(Hold::id).containsExactly(lock.id());
        assertThat(held.holders().getFirst().note().reason()).isEqualTo("deploy");
    }

    @Test
    void aGrantWhoseAnswerWasLostIsFoundAgain() throws Exception {
        Holdfast client = scene.client(server);
        scene.answersToLose.set(1);

        HeldLock lock = client.lock("shop").takeOrThrow();

        assertThat(scene.sent).hasSize(2);
        assertThat(scene.live()).extracting(Hold::id).containsExactly(lock.id());
        assertThat(scene.live().getFirst().claims()).hasSize(1);
    }

    @Test
    void whatWasDoneAlthoughTheAnswerWasLostIsToldAsDone() throws Exception {
        Holdfast client = scene.client(server);
        Hold hold =
                ((AcquireOutcome.Granted) client.lock("shop").lease(LONG).acquireDetached()).hold();
        scene.answersToLose.set(1);
        assertThat(
                        client.locks()
                                .forceUnlock(
                                        hold.resource().root(),
                                        new ForceUnlockRequest(
                                                Set.of(hold.id()),
                                                "bob",
                                                "dead",
                                                new Quarantine.Skipped())))
                .isInstanceOf(ForceUnlockOutcome.Unlocked.class);

        var draft = new FreezeDraft("sale", new Prefix("shop"), "bob", "sale", LONG, Set.of());
        scene.answersToLose.set(1);
        Freeze freeze = client.locks().freeze(draft);
        assertThat(client.locks().freezes().all()).containsExactly(freeze);
        scene.answersToLose.set(1);
        assertThat(client.locks().thaw("sale", "bob", "over")).isPresent();
    }

    @Test
    void aGrantOfWhichNobodyIsToldIsGivenBackWhenTheServersAnswerAgain() throws Exception {
        Holdfast client = scene.client(server);
        scene.answersToLose.set(2);

        assertThatThrownBy(() -> client.lock("shop").takeOrThrow())
                .isInstanceOf(StoreException.OutcomeUnknown.class);

        Scene.await("the lock is given back", () -> scene.live().isEmpty());
    }

    @Test
    void whoWaitsInVainLeavesTheLine() throws Exception {
        Holdfast client = scene.client(server);
        HeldLock lock = client.lock("shop").takeOrThrow();

        HoldOutcome outcome = client.lock("shop").waitAtMost(Duration.ofMillis(300)).take();

        var late = (Refusal.TimedOut) ((HoldOutcome.Refused) outcome).refusal();
        assertThat(late.holders()).extracting(Hold::id).containsExactly(lock.id());
        assertThat(scene.waiting()).isZero();
    }

    @Test
    void whoIsInterruptedLeavesTheLine() throws Exception {
        Holdfast client = scene.client(server);
        client.lock("shop").takeOrThrow();
        var failure = new AtomicReference<Exception>();
        Thread waiter =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                client.lock("shop").waitAtMost(LONG).takeOrThrow();
                            } catch (Exception e) {
                                failure.set(e);
                            }
                        });
        Scene.await("it waits", () -> scene.waiting() == 1);

        waiter.interrupt();
        waiter.join();

        assertThat(failure.get()).isInstanceOf(InterruptedException.class);
        assertThat(scene.waiting()).isZero();
    }

    @Test
    void whoWaitsIsGrantedInTurnAndConfirms() throws Exception {
        Holdfast client = scene.client(server);
        HeldLock first = client.lock("shop").takeOrThrow();
        CompletableFuture<HeldLock> second = waiting(client, "shop");
        Scene.await("the second waits", () -> scene.waiting() == 1);
        CompletableFuture<HeldLock> third = waiting(client, "shop");
        Scene.await("the third waits", () -> scene.waiting() == 2);

        first.close();

        HeldLock next = second.get();
        assertThat(third).isNotDone();
        assertThat(next.trustLeft()).isGreaterThan(LONG);
        assertThat(next.token()).isGreaterThan(first.token());
        next.close();
        assertThat(third.get().token()).isGreaterThan(next.token());
    }

    @Test
    void oneRequestRenewsAllLocksOfAProcess() throws Exception {
        Holdfast client = scene.client(server);
        List<HeldLock> locks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            locks.add(client.lock("shop-" + i).lease(SHORT).takeOrThrow());
        }
        long before = locks.getFirst().hold().heartbeatAt().epochNanos();
        scene.sent.clear();

        Scene.await(
                "all are renewed",
                () ->
                        scene.live().stream()
                                .allMatch(hold ->
                                        hold.heartbeatAt().epochNanos()
                                                > before + SHORT.toNanos()));

        // Each is due three times a lease, at a time of its own; one at a time would be 60.
        // And one request waits to hear of a loss.
        assertThat(scene.sent)
                .allMatch(message -> List.of(RENEW, WATCH).contains(message.uri().getPath()))
                .hasSizeLessThan(20);
        assertThat(watches()).hasSizeLessThan(4);
        assertThat(locks).allMatch(lock -> lock.state().isHeld());
    }

    @Test
    void aLockThatIsTakenAwayIsLostWithTheReason() throws Exception {
        Holdfast client = scene.client(server);
        HeldLock lock = client.lock("shop").lease(SHORT).takeOrThrow();
        var loss = new CompletableFuture<Loss>();
        lock.onLost(loss::complete);

        client.locks()
                .forceUnlock(
                        lock.resource().root(),
                        new ForceUnlockRequest(
                                Set.of(lock.id()),
                                "bob",
                                "runner is dead",
                                new Quarantine.Skipped()));

        assertThat(loss.get())
                .isEqualTo(new Loss(Loss.Reason.FORCED, "force-unlocked by bob: runner is dead"));
        assertThat(lock.release()).isInstanceOf(ReleaseOutcome.Lost.class);
    }

    private static final String RENEW = "/v1/locks/renew";
    private static final String WATCH = "/v1/locks/watch";

    private List<String> watches() {
        return scene.sent.stream()
                .filter(message -> message.uri().getPath().equals(WATCH))
                .map(message -> new String(message.body().orElseThrow(), StandardCharsets.UTF_8))
                .toList();
    }

    private HeldLock followed(Holdfast client, String resource) throws Exception {
        HeldLock lock = client.lock(resource).lease(Duration.ofMinutes(10)).takeOrThrow();
        Scene.await(
                "somebody listens for the end of " + lock.id(),
                () -> watches().stream().anyMatch(body -> body.contains(lock.id().text())));
        return lock;
    }

    @Test
    void aLockThatIsTakenAwayAtAnotherServerIsKnownToBeLostLongBeforeTheNextHeartbeat()
            throws Exception {
        Holdfast client = scene.client(server);
        HeldLock lock = followed(client, "shop");
        HeldLock later = followed(client, "mail");
        Holdfast admin = scene.client(scene.serve());
        for (HeldLock taken : List.of(lock, later)) {
            var loss = new CompletableFuture<Loss>();
            taken.onLost(loss::complete);
            long began = System.nanoTime();

            admin.locks()
                    .forceUnlock(
                            taken.resource().root(),
                            new ForceUnlockRequest(
                                    Set.of(taken.id()), "bob", "dead", new Quarantine.Skipped()));

            // A heartbeat is sent every 200 s.
            assertThat(loss.get(10, TimeUnit.SECONDS).reason()).isEqualTo(Loss.Reason.FORCED);
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void aLockThatIsGivenBackAtAnotherServerIsKnownToBeLostLongBeforeTheNextHeartbeat()
            throws Exception {
        HeldLock lock = followed(scene.client(server), "shop");
        var loss = new CompletableFuture<Loss>();
        lock.onLost(loss::complete);

        scene.client(scene.serve()).locks().release(lock.resource().root(), lock.id(), null);

        // A heartbeat is sent every 200 s.
        assertThat(loss.get(10, TimeUnit.SECONDS).detail())
                .isEqualTo("released by someone who knew its lock id");
    }

    @Test
    void whoHoldsNothingListensForNothing() throws Exception {
        Holdfast client = scene.client(server);
        HeldLock lock = followed(client, "shop");

        lock.close();

        Scene.await("nobody waits at the server any more", () -> scene.unanswered.get() == 0);
    }

    @Test
    void whenNoServerAnswersTheLossIsToldBeforeTheLeaseEnds() throws Exception {
        Holdfast client = scene.client(server);
        HeldLock lock = client.lock("shop").lease(SHORT).takeOrThrow();
        var loss = new CompletableFuture<Loss>();
        var stillInTheStore = new CompletableFuture<Boolean>();
        lock.onLost(what -> {
            stillInTheStore.complete(!scene.live().isEmpty());
            loss.complete(what);
        });

        scene.isCutOff = true;

        assertThat(loss.get().reason()).isEqualTo(Loss.Reason.STORE_UNREACHABLE);
        assertThat(stillInTheStore.get()).isTrue();
    }

    @Test
    void whoWaitedWhileNoServerAnsweredHearsThat() throws Exception {
        Holdfast client = scene.client(server);
        client.lock("shop").takeOrThrow();
        scene.isCutOff = true;

        assertThatThrownBy(
                        () -> client.lock("shop").waitAtMost(Duration.ofMillis(500)).takeOrThrow())
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("while the store was failing");
    }

    @Test
    void whereNobodyEverAnsweredALockIsNotWaitedForAsLongAsItMayBe() {
        var settings =
                ClientSettings.of(Scene.url(server)).withFirstAnswerWithin(Duration.ofMillis(300));
        Holdfast client = scene.client(settings);
        scene.isCutOff = true;

        assertThatThrownBy(() -> client.lock("shop").waitAtMost(LONG).take())
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("no server has answered within 300ms");
    }

    @Test
    void whereNobodyAnsweredYetALockIsTakenFromAServerThatStartsSoon() throws Exception {
        Holdfast client = scene.client(server);
        scene.isCutOff = true;
        CompletableFuture<HeldLock> taken = waiting(client, "shop");
        Scene.await("it tried", () -> scene.refused.get() > 2);

        scene.isCutOff = false;

        assertThat(taken.get(LONG.toSeconds(), TimeUnit.SECONDS).state().isHeld()).isTrue();
    }

    @Test
    void whenAServerIsGoneLocksAndPlacesAreKeptAtAnother() throws Exception {
        HoldfastServer other = scene.serve();
        Holdfast client = scene.client(server, other);
        HeldLock lock = client.lock("shop").lease(SHORT).takeOrThrow();
        CompletableFuture<HeldLock> waiter = waiting(client, "shop");
        Scene.await("somebody waits", () -> scene.waiting() == 1);

        server.close();
        long then = scene.live().getFirst().heartbeatAt().epochNanos();
        Scene.await(
                "its lock outlives its lease",
                () -> scene.live().getFirst().heartbeatAt().epochNanos() > then + SHORT.toNanos());

        assertThat(lock.state().isHeld()).isTrue();
        assertThat(waiter).isNotDone();
        lock.close();
        assertThat(waiter.get().state().isHeld()).isTrue();
    }

    @Test
    void severalAreTakenAllOrNone() throws Exception {
        Holdfast client = scene.client(server);
        client.lock("b").takeOrThrow();

        HoldOutcome refused = client.takeAll(client.lock("a"), client.lock("b"));
        HoldOutcome taken = client.takeAll(client.lock("a"), client.lock("c"));

        assertThat(refused).isInstanceOf(HoldOutcome.Refused.class);
        assertThat(((HoldOutcome.Taken) taken).locks()).hasSize(2);
        assertThat(scene.live()).hasSize(3);
    }

    @Test
    void aLockOnEverythingIsTakenWhenTheLastOtherIsGoneAndEndsWithItsFreeze() throws Exception {
        Holdfast client = scene.client(server);
        HeldLock shop = client.lock("shop").takeOrThrow();
        CompletableFuture<HeldLock> everything = waiting(client, "atlantis:global");
        Scene.await("it is frozen", () -> !client.locks().freezes().all().isEmpty());
        assertThat(everything).isNotDone();

        shop.close();

        HeldLock lock = everything.get();
        assertThat(lock.state().isHeld()).isTrue();
        assertThat(client.lock("mail").waitAtMost(Duration.ofMillis(300)).take())
                .isInstanceOf(HoldOutcome.Refused.class);
        lock.close();
        assertThat(client.locks().freezes().all()).isEmpty();
        client.lock("mail").takeOrThrow().close();
    }

    @Test
    void whoWaitsInVainForEverythingLeavesNothingBehind() throws Exception {
        Holdfast client = scene.client(server);
        client.lock("shop").takeOrThrow();

        HoldOutcome outcome =
                client.lock("atlantis:global").waitAtMost(Duration.ofSeconds(2)).take();

        assertThat(((HoldOutcome.Refused) outcome).refusal()).isInstanceOf(Refusal.TimedOut.class);
        assertThat(client.locks().freezes().all()).isEmpty();
        assertThat(scene.live()).hasSize(1);
    }

    @Test
    void whoTookALockAwayIsNamedToTheLetter() throws Exception {
        Holdfast client = scene.client(server);
        HeldLock lock = client.lock("shop").lease(SHORT).takeOrThrow();
        var loss = new CompletableFuture<Loss>();
        lock.onLost(loss::complete);

        client.locks()
                .forceUnlock(
                        lock.resource().root(),
                        new ForceUnlockRequest(
                                Set.of(lock.id()), "team: blue", "a: b", new Quarantine.Skipped()));

        assertThat(loss.get())
                .isEqualTo(new Loss(Loss.Reason.FORCED, "force-unlocked by team: blue: a: b"));
        var lost = (ReleaseOutcome.Lost) lock.release();
        assertThat(lost.ending()).isEqualTo(new Ending.Forced("team: blue", "a: b"));
    }
}
