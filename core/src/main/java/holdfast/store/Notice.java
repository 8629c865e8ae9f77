package holdfast.store;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.HoldDraft;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * A hint to an engine that a commit has changed a root.
 *
 * @param offers what its waiters were granted by that commit and have yet to confirm; a store need not tell any
 */
public record Notice(Root root, List<Offer> offers) {
    public Notice {
        offers = List.copyOf(offers);
    }

    /** A notice that says nothing but where to look. */
    public Notice(Root root) {
        this(root, List.of());
    }

    /** A grant that is the waiter's once it is confirmed. */
    public record Offer(RequestId request, Token token) {}

    /** @param firstNumber the number of the commit's first grant or join */
    public static Notice of(Commit commit, long firstNumber, EngineId told) {
        var offers = new ArrayList<Offer>();
        long number = firstNumber;
        for (Change change : commit.changes()) {
            if (change instanceof Change.Grant grant) {
                var token = new Token(number++);
                claimsFor(told, grant.draft())
                        .forEach(claim -> offers.add(new Offer(claim.request(), token)));
            } else if (change instanceof Change.Join) {
                number++;
            }
        }
        return new Notice(commit.root(), offers);
    }

    private static List<Claim> claimsFor(EngineId told, HoldDraft draft) {
        return draft.engine().equals(told) && draft.standing() == Standing.UNCONFIRMED
                ? draft.claims()
                : List.of();
    }
}
