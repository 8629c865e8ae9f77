package holdfast.simulation;

import holdfast.model.AcquireRequest;
import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Standing;
import holdfast.model.Token;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A caller that is told of a grant is told of a hold that the store has granted, that gives what was asked for, and that is confirmed,
 * unless an engine keeps it alive.
 */
final class GrantIsTrue extends Invariant {
    private final Set<Token> made = new HashSet<>();

    GrantIsTrue(World world) {
        super(world);
    }

    @Override
    void committed(Transition transition) {
        transition.after().holds().stream()
                .filter(hold -> hold.standing() != Standing.QUARANTINE)
                .forEach(hold -> made.add(hold.token()));
        transition.granted().forEach(this::checkSmallestToken);
    }

    private void checkSmallestToken(Hold hold) {
        for (Claim claim : hold.claims()) {
            Ledger.Entry entry = world().ledger().find(claim.request());
            Token least = entry == null ? null : entry.request().smallestToken();
            if (least != null && hold.token().value() < least.value()) {
                broken(claim.request() + " asked for " + least + " at least: " + Shown.of(hold));
            }
        }
    }

    @Override
    void granted(Ledger.Entry entry, Hold hold) {
        AcquireRequest request = entry.request();
        if (!made.contains(hold.token())) {
            broken(request.id() + " is told of a hold that never was: " + Shown.of(hold));
        }
        if (hold.standing() == Standing.UNCONFIRMED && !world().ledger().isKept(hold.id())) {
            broken(request.id() + " is told of what nobody confirmed: " + Shown.of(hold));
        }
        boolean included =
                hold.mode() == Mode.EXCLUSIVE
                        ? Judgement.covers(hold.resource(), request.resource())
                        : request.mode() == Mode.SHARED
                                && Judgement.covers(hold.resource(), request.resource());
        if (!included || !hold.owner().id().equals(request.owner().id())) {
            broken(request + " is told of a hold that does not give it: " + Shown.of(hold));
        }
        Optional<Hold> stored =
                world().ground().snapshot(hold.resource().root()).hold(hold.token());
        if (stored.isPresent() && !stored.get().id().equals(hold.id())) {
            broken(request.id() + " is told of " + hold.id() + ", stored is " + stored.get().id());
        }
    }
}
