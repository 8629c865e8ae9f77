package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Terms;
import holdfast.model.Token;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class KnownHoldsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final KnownHolds known = new KnownHolds(nanos::get);

    private static Hold hold(int number, String text) {
        var time = new StoreTime(1 + number);
        var resource = Resource.parse("shop");
        return new Hold(
                LockId.of(time, "alice", number),
                new Token(1 + number),
                resource,
                Mode.EXCLUSIVE,
                new Owner(new OwnerId("run"), "alice"),
                List.of(new Claim(new RequestId("r"), resource, Mode.EXCLUSIVE)),
                Terms.of(Duration.ofSeconds(60)),
                Standing.CONFIRMED,
                Priority.NORMAL,
                new Note("", Map.of("text", text)),
                EngineId.ANY_SERVER,
                time,
                time,
                time.plus(Duration.ofSeconds(60)));
    }

    @Test
    void whatWasSeenIsKnownUntilItIsTooOldHoweverOftenItIsRenewed() {
        Hold hold = hold(1, "");
        known.saw(hold);
        nanos.addAndGet(KnownHolds.KEPT_FOR.toNanos());
        Hold renewed = hold.renewed(Duration.ofSeconds(90), new StoreTime(7));
        known.renewed(renewed);
        assertThat(known.find(hold.id())).contains(renewed);

        nanos.addAndGet(1);

        assertThat(known.find(hold.id())).isEmpty();
    }

    @Test
    void whatIsOverIsForgotten() {
        Hold hold = hold(1, "");
        known.saw(hold);

        known.over(hold.id());
        known.renewed(hold);

        assertThat(known.find(hold.id())).isEmpty();
    }

    @Test
    void theOldestMakeRoomForOthers() {
        String large = "x".repeat(1_000);
        int more = (int) (KnownHolds.SIZE_MAX / large.length());
        for (int i = 0; i <= more; i++) {
            known.saw(hold(i, large));
        }

        assertThat(known.find(hold(0, large).id())).isEmpty();
        assertThat(known.find(hold(more, large).id())).isPresent();
        assertThat(known.find(hold(more / 2 + 1, large).id())).isPresent();
    }
}
