package holdfast.store.memory;

import holdfast.model.Claim;
import holdfast.model.HoldDraft;
import holdfast.model.Terms;
import holdfast.model.WaiterDraft;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps once what many say in equal words. Leases come from a few settings and all who wait for a resource name it, yet each
 * request brings objects of its own: together more than the indexes take. Guarded by the store.
 */
final class Thrift {
    private static final int DIFFERENT_MAX = 1_000;

    private final Map<Terms, Terms> known = new HashMap<>();

    HoldDraft thrifty(HoldDraft draft) {
        return new HoldDraft(
                draft.resource(),
                draft.mode(),
                draft.owner(),
                draft.claims(),
                one(draft.terms()),
                draft.firstLease(),
                draft.standing(),
                draft.priority(),
                draft.note(),
                draft.engine(),
                draft.hash());
    }

    WaiterDraft thrifty(WaiterDraft draft, WaitingLine line) {
        Claim claim = draft.claim();
        return new WaiterDraft(
                new Claim(
                        claim.request(), line.shared(claim.resource()), claim.mode(), claim.via()),
                draft.owner(),
                one(draft.terms()),
                draft.priority(),
                draft.headStart(),
                draft.note(),
                draft.engine(),
                draft.ticketLease());
    }

    private Terms one(Terms terms) {
        if (known.size() >= DIFFERENT_MAX) {
            known.clear();
        }
        Terms first = known.putIfAbsent(terms, terms);
        return first == null ? terms : first;
    }
}
