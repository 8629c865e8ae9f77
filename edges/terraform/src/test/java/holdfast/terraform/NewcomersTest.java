package holdfast.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.RequestId;
import holdfast.model.Root;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class NewcomersTest {
    private static final Root NET = new Root("net");

    private final AtomicLong nanos = new AtomicLong();
    private final Newcomers newcomers = new Newcomers(nanos::get);

    @Test
    void whoAsksAgainWithinTwoPausesIsBack() {
        assertThat(newcomers.isBack(NET, new RequestId("a"))).isFalse();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(32));

        assertThat(newcomers.isBack(NET, new RequestId("a"))).isTrue();
        assertThat(newcomers.isBack(NET, new RequestId("b"))).isFalse();
        assertThat(newcomers.isBack(new Root("other"), new RequestId("a"))).isFalse();
    }

    @Test
    void whoAsksMuchLaterIsNew() {
        newcomers.isBack(NET, new RequestId("a"));
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(35));

        assertThat(newcomers.isBack(NET, new RequestId("a"))).isFalse();
    }
}
