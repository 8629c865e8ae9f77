package holdfast.app;

import holdfast.store.testkit.RedisProcess;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three servers, each a process of its own, on one real Redis; and clients that each begin with another of them. */
@Timeout(300)
final class SharedRedisTest {
    @RegisterExtension private final Workshop workshop = new Workshop();

    private final RedisProcess redis = RedisProcess.start();
    private final Fleet fleet = new Fleet(workshop, Duration.ofSeconds(6));

    @AfterEach
    void close() {
        fleet.close();
        redis.close();
    }

    @Test
    void aKilledServerLosesNothingAndWaitersOfAllServersAreServedInTurn() throws Exception {
        fleet.serve(3, Map.of("HOLDFAST_STORE", redis.url()));

        fleet.loseTheFirst(2);
    }
}
