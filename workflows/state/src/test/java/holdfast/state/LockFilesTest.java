package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockService;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.store.Document;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import holdfast.store.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who sees to {@code state.json.lock}, and when. */
final class LockFilesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final MemoryLockStore lockStore = MemoryLockStore.withSystemClock();
    private final Holdfast locks = Holdfast.on(lockStore);
    private final LockService service = locks.locks();

    @BeforeEach
    void states() {
        var states = new States(documents, StateSettings.DEFAULT, InstantSource.system());
        for (StateName name : List.of(SHOP, NETWORK)) {
            Hold hold = detached(name.text());
            states.stamp(name, Writer.of(hold));
            service.release(name.root(), hold.id(), null);
        }
    }

    @AfterEach
    void end() {
        locks.close();
        lockStore.close();
    }

    private LockFiles files(Duration shownAfter, Duration lookedAtEvery) {
        return new LockFiles(
                service, () -> Optional.of(documents), pace(shownAfter, lookedAtEvery));
    }

    private static LockAgenda.Pace pace(Duration shownAfter, Duration lookedAtEvery) {
        return new LockAgenda.Pace(shownAfter, lookedAtEvery, LONG, PATIENCE);
    }

    private Hold detached(String resource) {
        try {
            return ((AcquireOutcome.Granted) locks.lock(resource).lease(LONG).acquireDetached())
                    .hold();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private String shown(StateName name) {
        return documents
                .get(LockFile.key(name))
                .map(Document::body)
                .map(body -> new String(body, StandardCharsets.UTF_8))
                .orElse("");
    }

    private void awaitShown(StateName name, String text) {
        Await.until(PATIENCE, () -> shown(name).contains(text));
    }

    private void awaitNothing(StateName name) {
        Await.until(PATIENCE, () -> shown(name).isEmpty());
    }

    @Test
    void aLockIsShownWhileItIsHeldAndNotAfterwards() throws InterruptedException {
        try (LockFiles files = files(AT_ONCE, LONG)) {
            Runnable deaf = files.follow();
            try (HeldLock lock = kept(SHOP.text() + "//api")) {
                awaitShown(SHOP, lock.id().text());
            }
            awaitNothing(SHOP);

            try (HeldLock lock = kept(NETWORK.text())) {
                awaitShown(NETWORK, lock.id().text());
            }
            awaitNothing(NETWORK);
            deaf.run();
        }
    }

    private HeldLock kept(String resource) throws InterruptedException {
        return ((HoldOutcome.Taken) locks.lock(resource).take()).locks().getFirst();
    }

    @Test
    void itsEndIsRenewedWithTheLock() {
        try (LockFiles files = files(AT_ONCE, AT_ONCE)) {
            Hold hold = detached(SHOP.text());
            files.held(SHOP.root());
            awaitShown(SHOP, hold.until().instant().toString());

            service.renew(SHOP.root(), hold.id(), LONG.multipliedBy(10));

            String end = service.find(hold.id()).orElseThrow().until().instant().toString();
            awaitShown(SHOP, end);
        }
    }

    @Test
    void whatIsOverWithoutAWordIsTakenAway() {
        try (LockFiles files = files(AT_ONCE, AT_ONCE)) {
            Hold hold = detached(SHOP.text());
            files.held(SHOP.root());
            awaitShown(SHOP, hold.id().text());

            // Nobody tells of it here.
            service.release(SHOP.root(), hold.id(), null);

            awaitNothing(SHOP);
        }
    }

    @Test
    void whatWasDoneLastIsShownAlthoughTheProcessEnds() {
        Hold hold = detached(SHOP.text());
        LockFiles taking = files(LONG, LONG);
        taking.changed(SHOP.root());
        taking.close();
        assertThat(shown(SHOP)).contains(hold.id().text());

        service.release(SHOP.root(), hold.id(), null);
        LockFiles giving = files(LONG, LONG);
        giving.changed(SHOP.root());
        giving.close();
        assertThat(shown(SHOP)).isEmpty();
    }

    @Test
    void whatWasShownByAProcessThatEndsIsBroughtUpToDate() throws InterruptedException {
        LockFiles files = files(AT_ONCE, LONG);
        try (HeldLock lock = kept(SHOP.text())) {
            files.held(SHOP.root());
            awaitShown(SHOP, lock.id().text());
        }

        files.close();

        assertThat(shown(SHOP)).isEmpty();
    }

    @Test
    void whatIsGivenBackWhileItIsLookedAtForTheLastTimeIsLookedAtOnceMore()
            throws InterruptedException {
        Hold hold = detached(SHOP.text());
        var looking = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var store = new InterposedStore(documents);
        var files = new LockFiles(service, () -> Optional.of(store), pace(AT_ONCE, AT_ONCE));
        files.held(SHOP.root());
        awaitShown(SHOP, hold.id().text());
        // Who holds it was asked before this document was read, and nothing will be written.
        store.afterGet(
                LockFile.key(SHOP),
                () -> {
                    looking.countDown();
                    try {
                        assertThat(goOn.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
        assertThat(looking.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        service.release(SHOP.root(), hold.id(), null);
        Thread closing = Thread.ofVirtual().start(files::close);
        Await.until(PATIENCE, () -> closing.getState() == Thread.State.TIMED_WAITING);
        goOn.countDown();
        closing.join();

        assertThat(shown(SHOP)).isEmpty();
    }

    @Test
    void locksOfThoseWhoShowNothingAreFoundByLookingAround() {
        Hold hold = detached(SHOP.text());
        try (LockFiles files = files(AT_ONCE, AT_ONCE)) {
            assertThat(files.lookAround()).isEqualTo(1);
            awaitShown(SHOP, hold.id().text());
            assertThat(files.lookAround()).isZero();
        }
    }

    @Test
    void whatADeadProcessLeftBehindIsClearedUp() {
        documents.put(LockFile.key(SHOP), null, Scene.bytes("{\"locked\":true}"));
        try (LockFiles files = files(LONG, LONG)) {
            files.clearUp(List.of(SHOP, NETWORK));

            awaitNothing(SHOP);
        }
    }

    @Test
    void whoGaveItsLockBackWhileItWasBeingShownIsNotShownInTheEnd() {
        Hold hold = detached(SHOP.text());
        var store =
                new InterposedStore(documents)
                        .beforePut(
                                LockFile.key(SHOP),
                                () -> service.release(SHOP.root(), hold.id(), null));
        var files =
                new LockFiles(
                        service,
                        () -> Optional.of(store),
                        new LockAgenda.Pace(AT_ONCE, LONG, LONG, PATIENCE));
        files.changed(SHOP.root());
        files.close();

        assertThat(shown(SHOP)).isEmpty();
    }

    @Test
    void nobodyHearsOfAStoreThatIsAwayNorWaitsForOneThatHangs() {
        DocumentStore away = new InterposedStore(documents).dyingAfter(0);
        Hold hold = detached(SHOP.text());
        var files =
                new LockFiles(
                        service,
                        () -> Optional.of(away),
                        new LockAgenda.Pace(AT_ONCE, AT_ONCE, AT_ONCE, PATIENCE));
        files.changed(SHOP.root());
        files.close();
        assertThat(shown(SHOP)).isEmpty();

        var never = new CountDownLatch(1);
        var begun = new CountDownLatch(1);
        var hanging =
                new LockFiles(
                        service,
                        () -> {
                            begun.countDown();
                            try {
                                never.await();
                            } catch (InterruptedException e) {
                                throw new StoreException.Unavailable("interrupted", e);
                            }
                            return Optional.of(documents);
                        },
                        new LockAgenda.Pace(AT_ONCE, LONG, LONG, Duration.ofMillis(50)));
        hanging.changed(SHOP.root());
        Await.until(PATIENCE, () -> begun.getCount() == 0);
        long before = System.nanoTime();
        hanging.close();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(PATIENCE);
        service.release(SHOP.root(), hold.id(), null);
    }

    @Test
    void aNameThatNoStateCanHaveIsPassedOver() {
        assertThat(StateName.lockedBy(new Root("%".repeat(180)))).isEmpty();
        assertThat(StateName.lockedBy(SHOP.root())).contains(SHOP);
    }
}
