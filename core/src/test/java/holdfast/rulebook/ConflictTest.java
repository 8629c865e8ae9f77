package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Mode;
import holdfast.model.Resource;
import org.junit.jupiter.api.Test;

/** Rule 1. */
final class ConflictTest {
    private static Conflict exclusive(String owner, String resource) {
        return Conflict.of(Wish.owner(owner), Resource.parse(resource), Mode.EXCLUSIVE);
    }

    private static Conflict shared(String owner, String resource) {
        return Conflict.of(Wish.owner(owner), Resource.parse(resource), Mode.SHARED);
    }

    private static boolean conflict(Conflict one, Conflict other) {
        assertThat(one.with(other)).as("both ways round").isEqualTo(other.with(one));
        return one.with(other);
    }

    @Test
    void theSameResourceConflicts() {
        assertThat(conflict(exclusive("alice", "prod//api"), exclusive("bob", "prod//api")))
                .isTrue();
    }

    @Test
    void aParentConflictsWithItsChild() {
        assertThat(conflict(exclusive("alice", "prod//api"), exclusive("bob", "prod//api/db")))
                .isTrue();
    }

    @Test
    void theWholeRootConflictsWithEveryPath() {
        assertThat(conflict(exclusive("alice", "prod"), exclusive("bob", "prod//api/db"))).isTrue();
    }

    @Test
    void siblingsDoNotConflict() {
        assertThat(conflict(exclusive("alice", "prod//api"), exclusive("bob", "prod//web")))
                .isFalse();
    }

    @Test
    void aNameThatOnlyBeginsAlikeIsNoParent() {
        assertThat(conflict(exclusive("alice", "prod//api"), exclusive("bob", "prod//api-v2")))
                .isFalse();
    }

    @Test
    void rootsDoNotConflictHoweverAlikeTheyAre() {
        assertThat(conflict(exclusive("alice", "shop"), exclusive("bob", "shop/prod"))).isFalse();
    }

    @Test
    void sharersDoNotConflict() {
        assertThat(conflict(shared("alice", "prod"), shared("bob", "prod//api"))).isFalse();
    }

    @Test
    void oneExclusiveClaimIsEnoughForAConflict() {
        assertThat(conflict(shared("alice", "prod"), exclusive("bob", "prod//api"))).isTrue();
    }

    @Test
    void anOwnerDoesNotConflictWithItself() {
        assertThat(conflict(exclusive("alice", "prod"), exclusive("alice", "prod"))).isFalse();
    }
}
