package holdfast.store.resilience.call;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.testkit.Drafts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a commit is for is told from its changes alone. */
final class PurposeTest {
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Change HEARTBEAT = new Change.Extend(new Token(7), LEASE);

    private static List<Commit> commits(Change... changes) {
        return List.of(Drafts.commit(changes).draft());
    }

    @Test
    void heartbeatsAndTouchesRenew() {
        assertThat(Purpose.of(commits(HEARTBEAT))).isEqualTo(Purpose.RENEWAL);
        assertThat(Purpose.of(commits(new Change.Touch(new Ticket(3), LEASE))))
                .isEqualTo(Purpose.RENEWAL);
    }

    @Test
    void whatAlsoDoesSomethingElseIsNoRenewal() {
        assertThat(Purpose.of(commits(HEARTBEAT, Drafts.hold("alice").grant())))
                .isEqualTo(Purpose.WRITE);
        assertThat(Purpose.of(commits(Drafts.waiter("alice").join()))).isEqualTo(Purpose.WRITE);
        assertThat(Purpose.of(commits())).isEqualTo(Purpose.WRITE);
        assertThat(Purpose.of(List.of())).isEqualTo(Purpose.WRITE);
    }

    @Test
    void oneCommitThatDoesMoreMakesItsBatchAWrite() {
        List<Commit> mixed =
                List.of(
                        Drafts.commit(HEARTBEAT).draft(),
                        Drafts.commit(Drafts.hold("bob").grant()).draft());
        assertThat(Purpose.of(mixed)).isEqualTo(Purpose.WRITE);
    }

    @Test
    void aRenewalIsOverAfterASixthOfTheShortestLease() {
        assertThat(
                        Purpose.patienceOf(
                                commits(
                                        HEARTBEAT,
                                        new Change.Extend(new Token(8), LEASE.dividedBy(10)))))
                .contains(Duration.ofSeconds(1));
    }
}
