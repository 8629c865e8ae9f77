package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.CommitResult;
import holdfast.store.Interest;
import holdfast.store.StoreException;
import holdfast.store.testkit.Await;
import holdfast.store.testkit.CommitDrafting;
import holdfast.store.testkit.Drafts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a failover may lose, and what it may not. */
final class FailoverTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RedisSentinel redis = new RedisSentinel();

    @AfterEach
    void stop() {
        redis.close();
    }

    private static RedisLockStore open(String url) {
        return RedisLockStore.open(RedisAddress.parse(url));
    }

    private static long token(RedisLockStore store, CommitDrafting commit) {
        CommitResult result = store.commit(List.of(commit.draft())).getFirst();
        return ((CommitResult.Committed) result).stamp().firstNumber();
    }

    private static CommitDrafting grant(String owner) {
        return Drafts.commit(Drafts.hold(owner).grant());
    }

    @Test
    void aGrantThatNoReplicaGotIsLostAndTheNextTokenIsLarger() {
        try (RedisLockStore store = open(redis.url() + "&timeout=1s")) {
            token(store, grant("warm"));
            var lost = new AtomicLong();

            redis.killMasterAfter(() -> lost.set(token(store, grant("alice"))));

            Await.until(PATIENCE, () -> token(store, grant("bob")) > lost.get());
            assertThat(store.read(Drafts.ROOT, Interest.NONE).holds())
                    .extracting(hold -> hold.owner().name())
                    .contains("warm", "bob")
                    .doesNotContain("alice");
        }
    }

    @Test
    void whoWaitsForReplicasIsNotToldOfAGrantThatTheyDoNotHave() {
        try (RedisLockStore store = open(redis.url() + "&timeout=2s&replicas=2")) {
            token(store, grant("warm"));
            Await.until(PATIENCE, redis::isInStep);
            redis.replicas().forEach(replica -> replica.signal("STOP"));

            assertThatThrownBy(() -> token(store, grant("alice")))
                    .isInstanceOf(StoreException.OutcomeUnknown.class)
                    .hasMessageContaining("replicas");
            assertThatThrownBy(() -> store.read(Drafts.ROOT, Interest.NONE))
                    .isInstanceOf(StoreException.Unavailable.class);

            redis.replicas().forEach(replica -> replica.signal("CONT"));
            Await.until(PATIENCE, () -> store.read(Drafts.ROOT, Interest.NONE).holds().size() == 2);
        }
    }
}
