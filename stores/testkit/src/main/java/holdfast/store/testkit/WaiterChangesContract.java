package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.Resource;
import holdfast.model.SubPath;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.model.WaiterDraft;
import holdfast.store.Change;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What changes of the queue do: joining, touching, leaving, dropping the lapsed. */
abstract class WaiterChangesContract extends LockStoreScene {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    WaiterChangesContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    private Waiter only() {
        assertThat(queue()).hasSize(1);
        return queue().getFirst();
    }

    @Test
    void aJoinPutsTheDraftStampedWithTimeAndTicket() {
        WaiterDraft draft =
                Drafts.waiter("bob")
                        .owner(new Owner(new OwnerId("0f9a-78"), "Bob's run", Map.of("pid", "77")))
                        .on(new Resource(ROOT, new SubPath("user-service/api"), "prod:api"))
                        .shared()
                        .terms(new Terms(Duration.ofSeconds(90), Duration.ofHours(2)))
                        .priority(Priority.HIGH)
                        .ahead(Duration.ofMinutes(20))
                        .note(new Note("plan", Map.of("ticket", "OPS-2")))
                        .engine("engine-of-bob")
                        .draft();

        var stamp = made(new Change.Join(draft));

        assertThat(only()).isEqualTo(draft.stamped(stamp.now(), new Ticket(stamp.firstNumber())));
        assertThat(only().resource().originalKey()).isEqualTo("prod:api");
        assertThat(look().waiters()).containsExactly(only());
    }

    @Test
    void eachWaiterForAResourceKeepsTheKeyThatItsRequestNamed() {
        for (String key : new String[] {"prod:api", "PROD/API", null}) {
            joined(Drafts.waiter("bob").on(new Resource(ROOT, new SubPath("api"), key)));
        }

        assertThat(queue())
                .extracting(waiter -> waiter.resource().originalKey())
                .containsExactly("prod:api", "PROD/API", null);
    }

    @ParameterizedTest
    @EnumSource
    void aWaiterKeepsItsPriority(Priority priority) {
        assertThat(joined(Drafts.waiter("bob").priority(priority)).priority()).isEqualTo(priority);
    }

    @Test
    void aHeadStartMayBeLargerThanTheTicket() {
        Waiter waiter = joined(Drafts.waiter("bob").ahead(Duration.ofDays(365 * 100)));

        assertThat(waiter.turn()).isNegative();
        assertThat(look().waiters()).containsExactly(waiter);
    }

    @Test
    void aTouchedPlaceLastsFromNowForTheLeaseAndIsOtherwiseTheSame() {
        Waiter before = joined(Drafts.waiter("bob").ahead(TEN_SECONDS));
        advance(TEN_SECONDS);

        var stamp = made(new Change.Touch(before.ticket(), Drafts.TICKET_LEASE));

        assertThat(stamp.missed()).isEmpty();
        assertThat(only().until()).isEqualTo(stamp.now().plus(Drafts.TICKET_LEASE));
        assertThat(only()).usingRecursiveComparison().ignoringFields("until").isEqualTo(before);
        assertThat(look().waiters()).containsExactly(only());
    }

    @Test
    void aPlaceThatIsTouchedInTimeNeverLapses() {
        Waiter waiter = joined(Drafts.waiter("bob"));

        for (int i = 0; i < 5; i++) {
            advance(Drafts.TICKET_LEASE.minus(aTick));
            assertThat(made(new Change.Touch(waiter.ticket(), Drafts.TICKET_LEASE)).missed())
                    .isEmpty();
        }

        assertThat(store.lapsed(10)).isEmpty();
        assertThat(look().waiters()).hasSize(1);
    }

    @Test
    void aLapsedPlaceIsNotTouchedAndItsTicketIsReportedAsMissed() {
        Waiter waiter = joined(Drafts.waiter("bob"));
        advance(Drafts.TICKET_LEASE);

        var stamp = made(new Change.Touch(waiter.ticket(), Drafts.LEASE));

        assertThat(stamp.missed()).containsExactly(waiter.ticket());
        assertThat(only()).isEqualTo(waiter);
        assertThat(look().waiters()).isEmpty();
    }

    @Test
    void aTicketOfNobodyIsReportedAsMissedAndTheOthersAreTouched() {
        Waiter bob = joined(Drafts.waiter("bob"));
        Waiter carol = joined(Drafts.waiter("carol"));
        made(new Change.Leave(bob, new Ending.Cancelled("enough")));
        advance(TEN_SECONDS);

        var stamp =
                made(
                        new Change.Touch(bob.ticket(), Drafts.LEASE),
                        new Change.Touch(carol.ticket(), Drafts.LEASE),
                        new Change.Touch(new Ticket(7), Drafts.LEASE));

        assertThat(stamp.missed()).containsExactlyInAnyOrder(bob.ticket(), new Ticket(7));
        assertThat(only().until()).isEqualTo(stamp.now().plus(Drafts.LEASE));
    }

    @Test
    void aWaiterOfAnotherRootIsMissedHere() {
        Waiter elsewhere = joined(Drafts.waiter("bob").on("another/root"));

        var stamp = made(new Change.Touch(elsewhere.ticket(), Drafts.LEASE));

        assertThat(stamp.missed()).containsExactly(elsewhere.ticket());
        assertThat(store.queue(elsewhere.resource().root(), 1)).containsExactly(elsewhere);
    }

    @Test
    void aWaiterLeavesAndNoOtherDoes() {
        Waiter bob = joined(Drafts.waiter("bob"));
        joined(Drafts.waiter("carol"));

        made(new Change.Leave(bob, new Ending.Cancelled("enough")));

        assertThat(ownersOf(queue())).containsExactly("carol");
        assertThat(look().waiting()).isEqualTo(1);
    }

    @Test
    void aLapsedWaiterLeavesToo() {
        Waiter bob = joined(Drafts.waiter("bob"));
        advance(Drafts.LEASE);

        made(new Change.Leave(bob, new Ending.Expired()));

        assertThat(queue()).isEmpty();
    }

    @Test
    void aWaiterLeavesThoughItWasTouchedSinceItWasSeen() {
        Waiter seen = joined(Drafts.waiter("bob"));
        advance(TEN_SECONDS);
        made(new Change.Touch(seen.ticket(), Drafts.LEASE));

        made(new Change.Leave(seen, null));

        assertThat(queue()).isEmpty();
    }

    @Test
    void leavingTwiceDoesNothing() {
        Waiter bob = joined(Drafts.waiter("bob"));
        joined(Drafts.waiter("carol"));
        made(new Change.Leave(bob, null));

        made(new Change.Leave(bob, null));

        assertThat(ownersOf(queue())).containsExactly("carol");
        assertThat(look().waiting()).isEqualTo(1);
        assertThat(look().waitingPaths()).isEqualTo(1);
    }

    @Test
    void changesOfOneCommitHappenInTheirOrder() {
        Waiter bob = joined(Drafts.waiter("bob"));
        Waiter carol = joined(Drafts.waiter("carol"));

        var stamp =
                made(
                        new Change.Leave(bob, null),
                        new Change.Touch(bob.ticket(), Drafts.LEASE),
                        new Change.Touch(carol.ticket(), Drafts.LEASE),
                        new Change.Leave(carol, null));

        assertThat(stamp.missed()).containsExactly(bob.ticket());
        assertThat(queue()).isEmpty();
    }

    @Test
    void onlyLapsedWaitersAreDropped() {
        joined(Drafts.waiter("bob"));
        joined(Drafts.waiter("carol").on("shop/production//api").shared());
        advance(Drafts.TICKET_LEASE.minus(aTick));
        joined(Drafts.waiter("dave"));

        made(new Change.DropLapsed(10));
        assertThat(queue()).hasSize(3);

        advance(aTick);
        made(new Change.DropLapsed(10));
        assertThat(ownersOf(queue())).containsExactly("dave");
        assertThat(look().waiting()).isEqualTo(1);
        assertThat(look().waitingPaths()).isEqualTo(1);
    }

    @Test
    void atMostSoManyLapsedWaitersAreDropped() {
        for (String owner : List.of("a", "b", "c", "d", "e")) {
            joined(Drafts.waiter(owner));
        }
        advance(Drafts.TICKET_LEASE);

        made(new Change.DropLapsed(2));
        assertThat(queue()).hasSize(3);

        made(new Change.DropLapsed(2));
        assertThat(queue()).hasSize(1);

        made(new Change.DropLapsed(2));
        assertThat(queue()).isEmpty();
    }

    @Test
    void whoLeavesByTheSameCommitIsNotCountedAmongTheDropped() {
        Waiter bob = joined(Drafts.waiter("bob"));
        joined(Drafts.waiter("carol"));
        advance(Drafts.TICKET_LEASE);

        made(new Change.Leave(bob, new Ending.Expired()), new Change.DropLapsed(1));

        assertThat(queue()).isEmpty();
    }

    @Test
    void aWaiterThatJoinsIsNotDroppedByTheSameCommit() {
        joined(Drafts.waiter("bob"));
        advance(Drafts.TICKET_LEASE);

        made(new Change.DropLapsed(10), Drafts.waiter("carol").join());

        assertThat(ownersOf(queue())).containsExactly("carol");
    }
}
