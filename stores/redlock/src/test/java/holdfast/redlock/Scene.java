package holdfast.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.redlock.LeaseResult.Acquired;
import holdfast.redlock.LeaseResult.NotAcquired;
import java.time.Duration;

/** What many tests say. */
final class Scene {
    static final String KEY = "status:lock:service-7";
    static final LeaseRequest SERVICE = LeaseRequest.of("service-7");

    /** So long that it does not end while a test runs on a busy machine. */
    static final LeaseRequest LONG = SERVICE.lasting(Duration.ofMinutes(10));

    /** A busy machine is no fault. */
    static final RedlockSettings PATIENT =
            RedlockSettings.DEFAULT
                    .withKeyPrefix("status:lock:")
                    .withServerTimeout(Duration.ofSeconds(20));

    static final RedlockSettings ONCE = PATIENT.withRetryCount(0);

    private Scene() {}

    static Redlock connect(RedisServers servers, RedlockSettings settings) {
        return Redlock.connect(servers.urls(), settings);
    }

    static Lease acquired(LeaseResult result) {
        assertThat(result).isInstanceOf(Acquired.class);
        return ((Acquired) result).lease();
    }

    static NotAcquired notAcquired(LeaseResult result) {
        assertThat(result).isInstanceOf(NotAcquired.class);
        return (NotAcquired) result;
    }
}
