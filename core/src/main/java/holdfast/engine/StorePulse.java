package holdfast.engine;

import holdfast.model.Hold;
import holdfast.model.RenewOutcome;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import java.util.ArrayList;
import java.util.List;

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
                        case CommitResult.Committed committed ->
                                new Answer.Alive(Keeper.leaseFrom(hold, committed.stamp().now()));
                        case CommitResult.Refused refused ->
                                over(loop.rulebook().lost(refused.view(), hold.id()));
                    });
        }
        return answers;
    }

    private Commit renewalOf(Hold hold) {
        return loop.rulebook()
                .renew(hold.resource().root(), hold.id(), hold.token(), hold.terms().lease());
    }

    private static Answer over(RenewOutcome outcome) {
        return new Answer.Over(outcome instanceof RenewOutcome.Lost lost ? lost.ending() : null);
    }
}
