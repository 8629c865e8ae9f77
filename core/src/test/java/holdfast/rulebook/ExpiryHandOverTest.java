package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.Quarantine;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Rule 4, when a lease ran out and nobody has noticed yet: whatever is decided next, even if it has nothing to do with that
 * lock, hands it over in the commit that ends it.
 */
final class ExpiryHandOverTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final Scene scene = new Scene();
    private final Hold lapsed = scene.holds("alice", "prod//api");
    private final Hold outer = scene.granted(scene.wish("carol", "prod//web").lease(LONG));
    private final Hold inner =
            scene.granted(scene.wish("carol", "prod//web").under(outer).id("inner"));

    ExpiryHandOverTest() {
        scene.pass(Scene.LEASE.minusSeconds(1));
        scene.queued(scene.wish("bob", "prod//api").waiting().id("bobs"));
        scene.queued(scene.wish("dave", "prod//web").waiting().id("daves"));
        scene.pass(Duration.ofSeconds(1));
    }

    @AfterEach
    void theWaiterHasTheLock() {
        assertThat(scene.keptHolds()).doesNotContain(lapsed);
        assertThat(scene.holder("prod//api")).isEqualTo("bob");
    }

    @Test
    void theReleaseOfOneOfTwoClaims() {
        scene.release(inner, inner.claims().get(1));
    }

    @Test
    void theReleaseOfTheLapsedLockItself() {
        scene.release(lapsed, lapsed.claims().get(0));
    }

    @Test
    void theReleaseOfAClaimThatNobodyKnows() {
        scene.release(outer, new Claim(new RequestId("?"), outer.resource(), outer.mode()));
    }

    @Test
    void theRepetitionOfARequestThatWaitsForIt() {
        assertThat(scene.granted(scene.wish("bob", "prod//api").waiting().id("bobs")).owner())
                .isEqualTo(Wish.owner("bob"));
    }

    @Test
    void theRepetitionOfARequestThatWaitsForSomethingElse() {
        assertThat(scene.queued(scene.wish("dave", "prod//web").waiting().id("daves")).resource())
                .isEqualTo(Resource.parse("prod//web"));
    }

    @Test
    void theRepetitionOfARequestThatLostIt() {
        scene.settle();

        scene.refused(scene.wish("alice", "prod//api").id(lapsed.claims().get(0).request().text()));
    }

    @Test
    void aCancelOfARequestThatIsGranted() {
        scene.cancel(inner.claims().get(1).request());
    }

    @Test
    void aCancelOfARequestThatNobodyKnows() {
        scene.cancel(new RequestId("?"));
    }

    @Test
    void aForceUnlockThatComesTooLate() {
        scene.forceUnlock(Quarantine.usual(), lapsed);
    }

    @Test
    void aTransferThatComesTooLate() {
        scene.transfer(lapsed, "erin", "move-1");
    }

    @Test
    void aReentry() {
        scene.granted(scene.wish("carol", "prod//web").under(outer));
    }

    @Test
    void aRefusedNewcomer() {
        scene.refused(scene.wish("erin", "prod"));
    }

    @Test
    void aSweep() {
        scene.sweep();
    }
}
