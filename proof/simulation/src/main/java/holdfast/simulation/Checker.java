package holdfast.simulation;

import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.Refusal;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RequestId;
import java.util.List;
import java.util.function.Consumer;

/** Asks every invariant about everything that happens. */
final class Checker {
    private final World world;
    private final FreezeRecord freezes;
    private final List<Invariant> invariants;

    Checker(World world) {
        this.world = world;
        this.freezes = new FreezeRecord();
        this.invariants =
                List.of(
                        new AtMostOneValidHolder(world),
                        new BelievedIsLive(world),
                        new TokensOnlyGrow(world),
                        new EndedNeverReturns(world),
                        new FirstAnswerAgain(world),
                        new TurnOrder(world, freezes),
                        new HandOverAtOnce(world, freezes),
                        new FreezeHolds(world, freezes),
                        new QuarantineKept(world),
                        new OnlyItsOwnIsFreed(world),
                        new ReentryKeepsTheToken(world),
                        new GrantIsTrue(world),
                        new ReleaseTellsTheTruth(world),
                        new UnconfirmedFallsSoon(world),
                        new AbortedOnlyInCycle(world),
                        new NoLostWaiter(world),
                        new NobodyWaitsForEver(world),
                        new NoGhost(world));
    }

    private void each(Consumer<Invariant> question) {
        invariants.forEach(question);
    }

    void committed(Transition transition) {
        each(invariant -> invariant.committed(transition));
    }

    void stepped() {
        each(Invariant::stepped);
    }

    void granted(Ledger.Entry entry, Hold hold) {
        each(invariant -> invariant.granted(entry, hold));
    }

    void refused(List<Ledger.Entry> entries, Refusal refusal) {
        each(invariant -> invariant.refused(entries, refusal));
    }

    void released(RequestId claim, ReleaseOutcome outcome) {
        each(invariant -> invariant.released(claim, outcome));
    }

    void frozen(Freeze freeze) {
        freezes.placed(freeze);
    }

    void thawed(String id) {
        freezes.lifted(id, world.ground().now());
    }

    void dataLost() {
        freezes.lost(world.ground().now());
        world.ledger().dataLost();
        each(Invariant::dataLost);
    }

    void drained() {
        each(Invariant::drained);
    }
}
