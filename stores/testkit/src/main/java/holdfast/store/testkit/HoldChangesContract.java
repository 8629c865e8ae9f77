package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.SubPath;
import holdfast.model.Terms;
import holdfast.model.Token;
import holdfast.store.Change;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What changes of holds do: granting, amending, extending, ending. */
abstract class HoldChangesContract extends LockStoreScene {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    HoldChangesContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    /** Says something in every field. */
    static HoldDrafting detailed() {
        var facts =
                Map.of(
                        "user",
                        "zoë",
                        "host",
                        "build-7",
                        "link",
                        "https://ci.example/runs/7?a=b&c=d");
        return Drafts.hold("alice")
                .owner(new Owner(new OwnerId("0f9a-77"), "Alice's run #7", facts))
                .on(new Resource(ROOT, new SubPath("user-service/api"), "prod:user-service:api"))
                .shared()
                .terms(new Terms(Duration.ofSeconds(90), Duration.ofHours(2)))
                .firstLease(Duration.ofSeconds(25))
                .standing(Standing.UNCONFIRMED)
                .priority(Priority.CRITICAL)
                .note(
                        new Note(
                                "roll back\n\t'now' \"please\"",
                                Map.of("ticket", "OPS-1", "note", "100 % 🚀")))
                .engine("engine-of-alice");
    }

    private Hold only() {
        assertThat(look().holds()).hasSize(1);
        return look().holds().getFirst();
    }

    @Test
    void aGrantPutsTheDraftStampedWithTimeAndToken() {
        HoldDraft draft = detailed().draft();

        var stamp = made(new Change.Grant(draft));

        Hold expected = draft.stamped(stamp.now(), new Token(stamp.firstNumber()));
        assertThat(only()).isEqualTo(expected);
        // Left out of a resource's identity, and therefore of the comparison above.
        assertThat(only().resource().originalKey()).isEqualTo("prod:user-service:api");
        assertThat(only().claims().getFirst().resource().originalKey())
                .isEqualTo("prod:user-service:api");
    }

    @ParameterizedTest
    @EnumSource
    void aHoldKeepsItsStanding(Standing standing) {
        made(Drafts.hold("alice").standing(standing).grant());

        assertThat(only().standing()).isEqualTo(standing);
    }

    @ParameterizedTest
    @EnumSource
    void aHoldKeepsItsPriority(Priority priority) {
        made(Drafts.hold("alice").priority(priority).grant());

        assertThat(only().priority()).isEqualTo(priority);
    }

    @Test
    void aHoldMayHaveNoClaimsOrManyInTheirOrder() {
        var first =
                new Claim(new RequestId("z"), Resource.parse("shop/production"), Mode.EXCLUSIVE);
        var second =
                new Claim(new RequestId("a"), Resource.parse("shop/production//api"), Mode.SHARED);
        Hold hold = granted(Drafts.hold("alice"));

        made(new Change.Amend(hold.token(), List.of(), hold.terms()));
        assertThat(only().claims()).isEmpty();

        made(new Change.Amend(hold.token(), List.of(first, second), hold.terms()));
        assertThat(only().claims()).containsExactly(first, second);
    }

    @Test
    void anAmendedHoldHasTheNewClaimsAndTerms() {
        Hold hold = granted(detailed());
        var claims = List.of(new Claim(new RequestId("again"), hold.resource(), Mode.SHARED));
        var terms = new Terms(Duration.ofMinutes(10), null);
        advance(TEN_SECONDS);

        var stamp = made(new Change.Amend(hold.token(), claims, terms));

        assertThat(only()).isEqualTo(hold.amended(claims, terms, stamp.now()));
    }

    @Test
    void aClaimKeepsTheEngineThatMayGiveItUp() {
        Hold hold = granted(detailed());
        Claim claim = hold.claims().getFirst();
        var claims = List.of(claim.through(new EngineId("one")), claim.through(null));

        made(new Change.Amend(hold.token(), claims, hold.terms()));

        assertThat(only().claims()).isEqualTo(claims);
    }

    @Test
    void anExtendedHoldIsRenewedAndConfirmed() {
        Hold hold = granted(detailed());
        advance(TEN_SECONDS);

        var stamp = made(new Change.Extend(hold.token(), Duration.ofMinutes(5)));

        assertThat(only()).isEqualTo(hold.renewed(Duration.ofMinutes(5), stamp.now()));
        assertThat(only().standing()).isEqualTo(Standing.CONFIRMED);
        assertThat(only().heartbeatAt()).isEqualTo(stamp.now());
    }

    @Test
    void aConfirmedHoldIsNotShortenedByAShorterLease() {
        Hold hold = granted(Drafts.hold("alice").lease(Duration.ofHours(1)));

        made(new Change.Extend(hold.token(), TEN_SECONDS));

        assertThat(only().until()).isEqualTo(hold.until());
    }

    @Test
    void anUnconfirmedHoldExchangesItsClaimDeadlineForTheLeaseEvenIfThatIsShorter() {
        Hold hold = granted(detailed());

        var stamp = made(new Change.Extend(hold.token(), TEN_SECONDS));

        assertThat(only().until())
                .isEqualTo(stamp.now().plus(TEN_SECONDS))
                .isLessThan(hold.until());
    }

    @Test
    void noExtensionGoesBeyondTheTenure() {
        Hold hold =
                granted(
                        Drafts.hold("alice")
                                .terms(new Terms(Drafts.LEASE, Duration.ofSeconds(70))));
        advance(Duration.ofSeconds(50));

        made(new Change.Extend(hold.token(), Drafts.LEASE));

        assertThat(only().until()).isEqualTo(hold.acquiredAt().plus(Duration.ofSeconds(70)));
    }

    @Test
    void amendingAndExtendingOneHoldInOneCommitDoesBoth() {
        Hold hold = granted(Drafts.hold("alice"));
        advance(TEN_SECONDS);
        var terms = Terms.of(Duration.ofMinutes(2));

        var stamp =
                made(
                        new Change.Amend(hold.token(), List.of(), terms),
                        new Change.Extend(hold.token(), Drafts.LEASE));

        Hold amended = hold.amended(List.of(), terms, stamp.now());
        assertThat(only()).isEqualTo(amended.renewed(Drafts.LEASE, stamp.now()));
    }

    @Test
    void anEndRemovesTheHoldAndNoOther() {
        Hold alice = granted(Drafts.hold("alice").shared());
        granted(Drafts.hold("bob").shared());

        made(new Change.End(alice, new Ending.Forced("operator", "stuck")));

        assertThat(holdersOf(look().holds())).containsExactly("bob");
    }

    @Test
    void anEndRemovesTheHoldThoughItWasRenewedSinceItWasSeen() {
        Hold seen = granted(Drafts.hold("alice"));
        advance(TEN_SECONDS);
        made(new Change.Extend(seen.token(), Drafts.LEASE));

        made(new Change.End(seen, new Ending.Released()));

        assertThat(look().holds()).isEmpty();
    }

    @Test
    void aHoldIsHandedOverInOneCommit() {
        Hold alice = granted(Drafts.hold("alice"));
        var bob = joined(Drafts.waiter("bob"));

        made(
                new Change.End(alice, new Ending.Released()),
                new Change.Leave(bob, null),
                Drafts.hold("bob").grant());

        RootView after = look();
        assertThat(holdersOf(after.holds())).containsExactly("bob");
        assertThat(after.holds().getFirst().token().value()).isGreaterThan(alice.token().value());
        assertThat(after.waiting()).isZero();
    }

    @Test
    void whatChangesAHoldThatIsNotThereDoesNothing() {
        Hold gone = granted(Drafts.hold("alice"));
        made(new Change.End(gone, new Ending.Released()));
        granted(Drafts.hold("bob"));
        var before = look().holds();

        made(
                new Change.Amend(gone.token(), gone.claims(), Terms.of(Duration.ofHours(1))),
                new Change.Extend(gone.token(), Duration.ofHours(1)),
                new Change.End(gone, new Ending.Released()));

        assertThat(look().holds()).isEqualTo(before);
        assertThat(store.rootOf(gone.id())).isEmpty();
    }
}
