package holdfast.engine;

import holdfast.model.Hold;
import holdfast.model.RenewOutcome;
import holdfast.model.Standing;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Heartbeats by commits to a store. */
final class StorePulse implements Pulse {
    private final Site site;
    private final CommitLoop loop;

    StorePulse(Site site, CommitLoop loop) {
        this.site = site;
        this.loop = loop;
    }

    @Override
    public List<Answer> renew(List<Hold> holds) {
        List<CommitResult> results =
                Renewals.of(site, holds).send(holds.stream().map(this::renewalOf).toList());
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < holds.size(); i++) {
            Hold hold = holds.get(i);
            answers.add(
                    switch (results.get(i)) {
                        case CommitResult.Committed(Stamp stamp, @Nullable RootView after) -> {
                            if (after != null) {
                                loop.saw(after);
                            }
                            yield new Answer.Alive(Keeper.leaseFrom(hold, stamp.now()));
                        }
                        case CommitResult.Refused refused ->
                                over(loop.rulebook().lost(refused.view(), hold.id()));
                    });
        }
        return answers;
    }

    private Commit renewalOf(Hold hold) {
        Commit renewal =
                loop.rulebook()
                        .renew(
                                hold.resource().root(),
                                hold.id(),
                                hold.token(),
                                hold.terms().lease());
        // Others may wait for what was handed over: whoever gives it back needs to know who.
        return hold.standing() == Standing.UNCONFIRMED
                ? renewal.withInterest(renewal.interest().always())
                : renewal;
    }

    private static Answer over(RenewOutcome outcome) {
        return new Answer.Over(outcome instanceof RenewOutcome.Lost lost ? lost.ending() : null);
    }
}
