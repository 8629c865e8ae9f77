package holdfast.store;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.HoldDraft;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /**
     * A grant that is the waiter's once it is confirmed.
     *
     * @param made null if a store cannot vouch for it: then nobody is told of it before it is confirmed
     */
    public record Offer(RequestId request, Token token, @Nullable Made made) {
        public Offer(RequestId request, Token token) {
            this(request, token, null);
        }

        Offer unwarranted() {
            return new Offer(request, token);
        }
    }

    /**
     * How a grant was made, told by its very commit: who was told knows as much as by its answer.
     *
     * @param at the time with which it was stamped
     * @param lasts how long it waits for its grantee, by the settings of the engine that made it
     * @param hash of the draft, which went into the lock's id
     */
    public record Made(StoreTime at, Duration lasts, int hash) {}

    /** What a commit that was made tells an engine. */
    public static Notice of(Commit commit, Stamp stamp, EngineId told) {
        var offers = new ArrayList<Offer>();
        long number = stamp.firstNumber();
        for (Change change : commit.changes()) {
            if (change instanceof Change.Grant grant) {
                var token = new Token(number++);
                var made = new Made(stamp.now(), grant.draft().firstLease(), grant.draft().hash());
                claimsFor(told, grant.draft())
                        .forEach(claim -> offers.add(new Offer(claim.request(), token, made)));
            } else if (change instanceof Change.Join) {
                number++;
            }
        }
        return new Notice(commit.root(), offers);
    }

    /** The same from a store that cannot vouch for it. */
    public Notice unwarranted() {
        return new Notice(root, offers.stream().map(Offer::unwarranted).toList());
    }

    private static List<Claim> claimsFor(EngineId told, HoldDraft draft) {
        return draft.engine().equals(told) && draft.standing() == Standing.UNCONFIRMED
                ? draft.claims()
                : List.of();
    }
}
