package holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.AcquireRequest;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Token;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.store.LockStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What callers say about a lock is what the engine is asked for. */
final class LockRequestTest {
    private final Holdfast holdfast = Holdfast.on(agreeable());

    /** A store that agrees to any rules, and is asked for nothing else. */
    private static LockStore agreeable() {
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            if (!method.getName().equals("agree")) {
                                throw new UnsupportedOperationException(method.getName());
                            }
                            return arguments[0];
                        });
    }

    @AfterEach
    void close() {
        holdfast.close();
    }

    @Test
    void everyWordOfTheCallerIsInTheRequest() {
        var owner = new Owner(new OwnerId("run-7"), "alice");
        var lock = new LockId("lock_1767603600_alice_0a1b2c3d");
        var id = new RequestId("request-7");
        var token = new Token(4711);
        Duration lease = Duration.ofMillis(1_500);
        Duration wait = Duration.ofMillis(2_500);

        AcquireRequest request =
                holdfast.lock("prod//api")
                        .shared()
                        .under(owner, lock)
                        .waitAtMost(wait)
                        .refuseWhenFrozen()
                        .lease(lease)
                        .priority(Priority.HIGH)
                        .reason("deploy")
                        .metadata("build", "17")
                        .id(id)
                        .tokenAtLeast(token)
                        .toRequest();

        assertThat(request)
                .isEqualTo(
                        new AcquireRequest(
                                id,
                                Resource.parse("prod//api"),
                                Mode.SHARED,
                                owner,
                                lock,
                                new WhenHeld.Wait(wait),
                                WhenFrozen.REFUSE,
                                lease,
                                Priority.HIGH,
                                new Note("deploy", Map.of("build", "17")),
                                token));
    }

    @Test
    void aRequestIsNotChangedByWhatIsSaidAboutItsCopy() {
        LockRequest usual = holdfast.lock("prod");
        usual.shared().lease(Duration.ofHours(1)).waitAtMost(Duration.ofMinutes(1));

        AcquireRequest request = usual.toRequest();

        assertThat(request.mode()).isEqualTo(Mode.EXCLUSIVE);
        assertThat(request.lease()).isEqualTo(LockRequest.LEASE);
        assertThat(request.whenHeld()).isEqualTo(new WhenHeld.GiveUp());
    }

    @Test
    void twoRequestsOfOneProcessAreTwoOwnersAndTwoClaims() {
        AcquireRequest one = holdfast.lock("prod").toRequest();
        AcquireRequest other = holdfast.lock("prod").toRequest();

        assertThat(one.owner().is(other.owner())).isFalse();
        assertThat(one.id()).isNotEqualTo(other.id());
    }
}
