package holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.HoldDraft;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.SubPath;
import holdfast.model.Terms;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MemoryLockStoreTest {
    private static final Root ROOT = new Root("app/production");

    @Test
    void ofTwoGrantsOnAnUntouchedRootOneIsMade() {
        var store = new MemoryLockStore(() -> 1_700_000_000_000_000_000L);

        var results = store.commit(List.of(grantTo("a"), grantTo("b")));

        assertThat(results.getFirst()).isInstanceOf(CommitResult.Committed.class);
        assertThat(results.getLast()).isInstanceOf(CommitResult.Refused.class);
        assertThat(store.read(ROOT, Interest.NONE).holds()).hasSize(1);
    }

    private static Commit grantTo(String owner) {
        var resource = new Resource(ROOT, SubPath.WHOLE);
        var lease = Duration.ofMinutes(1);
        var draft =
                new HoldDraft(
                        resource,
                        Mode.EXCLUSIVE,
                        new Owner(new OwnerId(owner), owner),
                        List.of(new Claim(new RequestId(owner), resource, Mode.EXCLUSIVE)),
                        Terms.of(lease),
                        lease,
                        Standing.CONFIRMED,
                        Priority.NORMAL,
                        Note.NONE,
                        new EngineId("engine"),
                        owner.hashCode());
        return new Commit(
                ROOT,
                Interest.NONE,
                List.of(new Condition.VersionIs(0)),
                List.of(new Change.Grant(draft)),
                Set.of());
    }
}
