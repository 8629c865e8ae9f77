package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ClosingTest {
    private final AtomicBoolean closed = new AtomicBoolean();

    @Test
    void whatFailsKeepsNoOtherPartOpen() {
        AutoCloseable failing =
                () -> {
                    throw new IllegalStateException("not closed well");
                };

        Closing.all(List.of(failing, () -> closed.set(true)), Duration.ofSeconds(20));

        assertThat(closed).isTrue();
    }

    @Test
    void whatHangsIsLeftWhenTheTimeIsOver() throws Exception {
        var interrupted = new CountDownLatch(1);
        AutoCloseable hanging =
                () -> {
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                };
        long began = System.nanoTime();

        Closing.all(List.of(hanging, () -> closed.set(true)), Duration.ofMillis(200));

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
        assertThat(closed).isTrue();
        interrupted.await();
    }
}
