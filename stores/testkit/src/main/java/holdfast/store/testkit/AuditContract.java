package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.AuditEntry;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.SubPath;
import holdfast.store.Agreement;
import holdfast.store.AuditRecord;
import holdfast.store.Change;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What the whole store keeps beside locks: the audit trail, and what its engines agreed on. */
abstract class AuditContract extends LockStoreScene {
    private static final Agreement OURS = new Agreement(1, Duration.ofMinutes(10), 1_000, 256);
    private static final Agreement THEIRS =
            new Agreement(2, Duration.ofSeconds(90).plusNanos(5), 50, 16);

    AuditContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    @Test
    void anAuditEntryIsKeptWithTheTimeOfItsCommit() {
        var resource = new Resource(ROOT, new SubPath("api"), "prod:api");
        var details = Map.of("ticket", "OPS-1", "who", "O'Neil \"Zoë\" 🚀");
        var entry =
                new AuditEntry(
                        "force-unlock", "Zoë O'Neil", "stuck\nsince noon", resource, details);

        var stamp = made(new Change.Audit(entry));

        assertThat(store.audit(10)).containsExactly(new AuditRecord(stamp.now(), entry));
        assertThat(store.audit(10).getFirst().entry().resource().originalKey())
                .isEqualTo("prod:api");
    }

    @Test
    void theLatestEntriesComeFirstAcrossAllRoots() {
        assumeOneClock();
        StoreTime start = look().now();
        made(new Change.Audit(Drafts.audit("one")), new Change.Audit(Drafts.audit("two")));
        made(Drafts.commit(new Change.Audit(Drafts.audit("three"))).to(new Root("another/root")));
        advance(Duration.ofSeconds(1));
        made(new Change.Audit(Drafts.audit("four")));

        var trail = store.audit(10);

        assertThat(trail)
                .extracting(record -> record.entry().action())
                .containsExactly("four", "three", "two", "one");
        assertThat(trail.getFirst().at()).isEqualTo(start.plus(Duration.ofSeconds(1)));
        assertThat(store.audit(2)).isEqualTo(trail.subList(0, 2));
    }

    @Test
    void aStoreWithoutEntriesHasAnEmptyTrail() {
        assertThat(store.audit(10)).isEmpty();
    }

    @Test
    void theFirstProposalIsAgreed() {
        assertThat(store.agree(OURS)).isEqualTo(OURS);
    }

    @Test
    void aLaterProposalIsAnsweredWithWhatWasAgreed() {
        store.agree(THEIRS);

        assertThat(store.agree(OURS)).isEqualTo(THEIRS);
        assertThat(store.agree(THEIRS)).isEqualTo(THEIRS);
    }
}
