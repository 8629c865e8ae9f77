package holdfast.engine;

import holdfast.model.Hold;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.StoreException;
import java.util.List;

/** Heartbeats that go to the store together, and are told to who measures. */
final class Renewals {
    private final Site site;
    private final List<Hold> holds;

    private Renewals(Site site, List<Hold> holds) {
        this.site = site;
        this.holds = holds;
    }

    static Renewals of(Site site, List<Hold> holds) {
        return new Renewals(site, holds);
    }

    /** @param renewals one for each hold, in their order */
    List<CommitResult> send(List<Commit> renewals) {
        List<CommitResult> results;
        try {
            results = site.store().commit(renewals);
        } catch (StoreException e) {
            holds.forEach(hold -> tell(hold, Observation.Beat.Result.FAILED));
            throw e;
        }
        for (int i = 0; i < holds.size(); i++) {
            tell(
                    holds.get(i),
                    results.get(i) instanceof CommitResult.Committed
                            ? Observation.Beat.Result.PROLONGED
                            : Observation.Beat.Result.TOO_LATE);
        }
        return results;
    }

    private void tell(Hold hold, Observation.Beat.Result result) {
        site.observers().tell(() -> new Observation.Beat(hold.resource(), result));
    }
}
