package holdfast.simulation;

import holdfast.model.Claim;
import holdfast.model.Hold;
import java.util.List;

/**
 * A claim whose caller was told of its grant ends only by its lease, by its own release, by force or by a transfer; never by the
 * release of another.
 */
final class OnlyItsOwnIsFreed extends Invariant {
    OnlyItsOwnIsFreed(World world) {
        super(world);
    }

    @Override
    void committed(Transition transition) {
        for (Hold hold : transition.before().holds()) {
            if (Judgement.lives(hold, transition.now())) {
                List<Claim> left =
                        transition.after().hold(hold.token()).map(Hold::claims).orElse(List.of());
                hold.claims().stream()
                        .filter(claim -> left.stream().noneMatch(claim::isSameWishAs))
                        .forEach(claim -> check(hold, claim));
            }
        }
    }

    private void check(Hold hold, Claim claim) {
        Ledger ledger = world().ledger();
        Ledger.Entry entry = ledger.find(claim.request());
        if (entry != null
                && entry.lock() != null
                && !entry.isGivenUp()
                && !entry.isCrowded()
                && !ledger.isForced(hold.id())
                && !ledger.isTransferred(hold.owner().id())) {
            broken(claim.request() + " of " + Shown.of(hold) + " was taken from its caller");
        }
    }
}
