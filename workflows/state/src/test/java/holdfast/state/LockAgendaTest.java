package holdfast.state;

import static holdfast.state.Scene.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Root;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Nothing that happens to a lock is passed over. */
final class LockAgendaTest {
    private static final Root ROOT = SHOP.root();

    /** At which a look at anything but what is due at once never comes. */
    private static final Duration LONG = Duration.ofDays(1);

    private final LockAgenda agenda =
            new LockAgenda(new LockAgenda.Pace(LONG, LONG, LONG, Duration.ofSeconds(2)));

    private boolean isKnown() {
        Set<Root> unknown = new HashSet<>(List.of(ROOT));
        agenda.removeKnownFrom(unknown);
        return unknown.isEmpty();
    }

    @Test
    void aLockThatIsTakenWhileItsRootIsLookedAtIsNotForgotten() throws InterruptedException {
        agenda.suspect(ROOT);
        assertThat(agenda.next()).isEqualTo(ROOT);
        agenda.taken(ROOT);
        agenda.seen(ROOT, LockAgenda.Seen.NOBODY);
        assertThat(isKnown()).isTrue();
    }

    @Test
    void whatIsPressingWhileItIsLookedAtIsLookedAtAgain() throws InterruptedException {
        agenda.suspect(ROOT);
        assertThat(agenda.next()).isEqualTo(ROOT);
        agenda.pressing(ROOT);
        agenda.seen(ROOT, LockAgenda.Seen.NOBODY);
        assertThat(agenda.next()).isEqualTo(ROOT);
        agenda.seen(ROOT, LockAgenda.Seen.NOBODY);
        assertThat(isKnown()).isFalse();
    }

    @Test
    void aLockThatIsOverBeforeItIsShownIsNeverLookedAt() {
        agenda.taken(ROOT);
        assertThat(isKnown()).isTrue();
        agenda.over(ROOT);
        assertThat(isKnown()).isFalse();
    }

    @Test
    void theEndOfALockThatNobodyCountedDoesNotHideAnother() throws InterruptedException {
        agenda.held(ROOT);
        agenda.over(ROOT);
        assertThat(agenda.next()).isEqualTo(ROOT);
        agenda.seen(ROOT, LockAgenda.Seen.SHOWN);
        agenda.over(ROOT);
        assertThat(agenda.next()).isEqualTo(ROOT);
        agenda.seen(ROOT, LockAgenda.Seen.NO_STATE);
        agenda.taken(ROOT);
        agenda.taken(ROOT);
        agenda.over(ROOT);
        assertThat(isKnown()).isTrue();
        agenda.over(ROOT);
        assertThat(isKnown()).isFalse();
    }
}
