package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.Prefix;
import holdfast.store.AuditRecord;
import holdfast.store.Change;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.FreezeDraft;
import holdfast.store.Predecessor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Freezes are placed, replaced, lifted and end by themselves, each with its audit entry. */
abstract class FreezesContract extends LockStoreScene {
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private static final FreezeDraft RELEASE_NIGHT =
            new FreezeDraft(
                    "release-night",
                    new Prefix("shop/production//api"),
                    "Zoë O'Neil",
                    "release\nnight, 100 %",
                    Duration.ofMinutes(90),
                    Set.of("alice", "owner-7"));

    FreezesContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    private Freeze place(FreezeDraft draft) {
        return store.placeFreeze(draft, Drafts.audit("freeze " + draft.id()));
    }

    @Test
    void aStoreWithoutFreezesSaysSo() {
        assertThat(store.freezes().all()).isEmpty();
        assertThat(store.freezes().asOf()).isEqualTo(look().now());
    }

    @Test
    void aPlacedFreezeIsStampedWithTheStoresTimeAndListed() {
        Freeze placed = place(RELEASE_NIGHT);

        assertThat(placed).isEqualTo(RELEASE_NIGHT.stamped(look().now()));
        assertThat(store.freezes().all()).containsExactly(placed);
    }

    @Test
    void whatWasDecidedWithAnOldListIsRefusedAlsoIfTheClockWasSetBack() {
        assumeTrue(
                fixture.clockScope() != LockStoreFixture.ClockScope.ROOT,
                "freezes and roots of this store have clocks of their own");
        var untilThen = new Condition.NotAfter(store.freezes().asOf().plus(A_SECOND));
        advance(A_SECOND.plus(aTick));
        // Who freezes waits until it has seen this time.
        store.freezes();

        fixture.stepBack(Duration.ofHours(1));

        refused(Drafts.commit(Drafts.hold("alice").grant()).given(untilThen));
    }

    /** What is held is kept alive without anybody asking for freezes, so its root may be ahead of them. */
    @Test
    void aClockThatWasSetBackKeepsNobodyFromAGrantForLong() {
        assumeTrue(
                fixture.clockScope() != LockStoreFixture.ClockScope.ROOT,
                "freezes and roots of this store have clocks of their own");
        store.freezes();
        Hold alice = granted(Drafts.hold("alice").shared());
        advance(Drafts.LEASE.dividedBy(2));
        made(Drafts.commit(new Change.Extend(alice.token(), Drafts.LEASE)));
        fixture.stepBack(Drafts.LEASE.dividedBy(4));

        boolean granted = false;
        for (int attempt = 0; attempt < 2 && !granted; attempt++) {
            var untilThen = new Condition.NotAfter(store.freezes().asOf().plus(A_SECOND));
            var grant = Drafts.commit(Drafts.hold("bob").shared().request("bobs").grant());
            granted =
                    store.commit(List.of(grant.given(untilThen).draft())).getFirst()
                            instanceof CommitResult.Committed;
        }

        assertThat(granted).isTrue();
    }

    @Test
    void aFreezeOfEverythingIsKeptAsSuch() {
        Freeze placed = place(Drafts.freeze("all", ""));

        assertThat(store.freezes().all()).containsExactly(placed);
        assertThat(placed.prefix()).isEqualTo(Prefix.EVERYTHING);
    }

    @Test
    void severalFreezesAreListedSideBySide() {
        Freeze one = place(Drafts.freeze("one", "shop"));
        Freeze two = place(Drafts.freeze("two", "shop"));

        assertThat(store.freezes().all()).containsExactlyInAnyOrder(one, two);
    }

    @Test
    void aFreezeIsReplacedByOneWithTheSameId() {
        place(RELEASE_NIGHT);
        Freeze other = place(Drafts.freeze("other", "shop"));
        advance(Duration.ofMinutes(1));

        Freeze replacement = place(Drafts.freeze("release-night", "shop/staging"));

        assertThat(store.freezes().all()).containsExactlyInAnyOrder(other, replacement);
    }

    @Test
    void aFreezeIsListedUntilTheInstantOfItsEnd() {
        Freeze placed = place(RELEASE_NIGHT);

        advance(RELEASE_NIGHT.lasts().minus(aTick));
        assertThat(store.freezes().all()).containsExactly(placed);

        advance(aTick);
        assertThat(store.freezes().all()).isEmpty();
        assertThat(store.freezes().asOf()).isEqualTo(placed.until());
    }

    @Test
    void anEndedFreezeMayBePlacedAgain() {
        place(RELEASE_NIGHT);
        advance(RELEASE_NIGHT.lasts());

        Freeze again = place(RELEASE_NIGHT);

        assertThat(store.freezes().all()).containsExactly(again);
    }

    @Test
    void aLiftedFreezeIsAnsweredAndListedNoMore() {
        Freeze placed = place(RELEASE_NIGHT);
        Freeze other = place(Drafts.freeze("other", "shop"));

        var lifted = store.liftFreeze(placed, Drafts.audit("unfreeze"));

        assertThat(lifted).contains(placed);
        assertThat(store.freezes().all()).containsExactly(other);
    }

    @Test
    void placingAndLiftingWriteTheirAuditEntries() {
        Freeze placed = place(RELEASE_NIGHT);
        advance(Duration.ofSeconds(5));
        store.liftFreeze(placed, Drafts.audit("unfreeze"));

        assertThat(store.audit(10))
                .containsExactly(
                        new AuditRecord(
                                placed.since().plus(Duration.ofSeconds(5)),
                                Drafts.audit("unfreeze")),
                        new AuditRecord(placed.since(), Drafts.audit("freeze release-night")));
    }

    @Test
    void liftingAFreezeThatIsNotThereAnswersNothingAndWritesNothing() {
        Freeze other = place(Drafts.freeze("other", "shop"));
        Freeze none = RELEASE_NIGHT.stamped(other.since());

        assertThat(store.liftFreeze(none, Drafts.audit("unfreeze"))).isEmpty();

        assertThat(store.audit(10))
                .extracting(record -> record.entry().action())
                .containsExactly("freeze other");
        assertThat(store.freezes().all()).containsExactly(other);
    }

    @Test
    void liftingTwiceAnswersNothingTheSecondTime() {
        Freeze placed = place(RELEASE_NIGHT);
        store.liftFreeze(placed, Drafts.audit("unfreeze"));

        assertThat(store.liftFreeze(placed, Drafts.audit("unfreeze again"))).isEmpty();
        assertThat(store.audit(10)).hasSize(2);
    }

    @Test
    void aFreezeThatHasEndedCannotBeLifted() {
        Freeze placed = place(RELEASE_NIGHT);
        advance(RELEASE_NIGHT.lasts());

        assertThat(store.liftFreeze(placed, Drafts.audit("unfreeze"))).isEmpty();
        assertThat(store.audit(10)).hasSize(1);
    }

    private Optional<Freeze> place(FreezeDraft draft, Predecessor replaced) {
        return store.placeFreeze(draft, replaced, Drafts.audit("freeze " + draft.id()));
    }

    @Test
    void aFreezeThatWasReplacedIsNotLiftedAsIfItWereTheOneThatWasSeen() {
        Freeze seen = place(RELEASE_NIGHT);
        advance(aTick);
        Freeze another = place(Drafts.freeze("release-night", "bank"));

        assertThat(store.liftFreeze(seen, Drafts.audit("unfreeze"))).isEmpty();

        assertThat(store.freezes().all()).containsExactly(another);
        assertThat(store.audit(10)).hasSize(2);
    }

    @Test
    void aFreezeReplacesTheOneThatWasSeenAndNoOther() {
        Freeze seen = place(RELEASE_NIGHT);
        advance(aTick);
        Freeze mine = place(RELEASE_NIGHT, Predecessor.of(Optional.of(seen))).orElseThrow();
        advance(aTick);

        assertThat(
                        place(
                                Drafts.freeze("release-night", "bank"),
                                new Predecessor.Seen(seen.since())))
                .isEmpty();

        assertThat(mine).isEqualTo(RELEASE_NIGHT.stamped(mine.since()));
        assertThat(store.freezes().all()).containsExactly(mine);
        assertThat(store.audit(10)).hasSize(2);
    }

    @Test
    void whoSawNoFreezeReplacesNone() {
        Freeze there = place(RELEASE_NIGHT);

        assertThat(place(Drafts.freeze("release-night", "bank"), new Predecessor.None())).isEmpty();
        assertThat(store.freezes().all()).containsExactly(there);

        Freeze other = place(Drafts.freeze("other", "bank"), new Predecessor.None()).orElseThrow();
        assertThat(store.freezes().all()).containsExactlyInAnyOrder(there, other);
    }

    @Test
    void aFreezeThatHasEndedIsNoneAndCannotBeReplacedAsOneThatWasSeen() {
        Freeze ended = place(RELEASE_NIGHT);
        advance(RELEASE_NIGHT.lasts());

        assertThat(place(RELEASE_NIGHT, new Predecessor.Seen(ended.since()))).isEmpty();
        Freeze again = place(RELEASE_NIGHT, new Predecessor.None()).orElseThrow();

        assertThat(store.freezes().all()).containsExactly(again);
    }

    @Test
    void aFreezeThatIsNotThereCannotBeReplaced() {
        Freeze seen = place(RELEASE_NIGHT);
        store.liftFreeze(seen, Drafts.audit("unfreeze"));

        assertThat(place(RELEASE_NIGHT, new Predecessor.Seen(seen.since()))).isEmpty();
        assertThat(store.freezes().all()).isEmpty();
    }
}
