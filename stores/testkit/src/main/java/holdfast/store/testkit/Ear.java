package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.store.LockStore;
import holdfast.store.Notice;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Listens for an engine and keeps what it hears. */
final class Ear implements AutoCloseable {
    private final BlockingQueue<Notice> heard = new LinkedBlockingQueue<>();
    private final LockStore.Listening listening;
    private final Duration patience;

    private Ear(LockStore store, EngineId engine, Duration patience) {
        this.listening = store.listen(engine, heard::add);
        this.patience = patience;
    }

    static Ear on(LockStore store, EngineId engine, Duration patience) {
        return new Ear(store, engine, patience);
    }

    /** Waits for a notice of the root. */
    void hears(Root root) {
        assertThat(next().root()).isEqualTo(root);
    }

    /** Waits for the next notice. */
    Notice next() {
        try {
            Notice notice = heard.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
            assertThat(notice).isNotNull();
            return Objects.requireNonNull(notice);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** To be asked after someone else has heard what would have come later. */
    void heardNothing() {
        assertThat(heard).isEmpty();
    }

    @Override
    public void close() {
        listening.close();
    }

    static void await(CountDownLatch latch, Duration patience) {
        try {
            assertThat(latch.await(patience.toNanos(), TimeUnit.NANOSECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static AssertionError interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new AssertionError("interrupted while waiting for a notice", e);
    }
}
