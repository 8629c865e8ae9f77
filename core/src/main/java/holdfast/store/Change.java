package holdfast.store;

import holdfast.model.AuditEntry;
import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.RequestId;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.model.WaiterDraft;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One small change of a root. The store stamps times, tokens and tickets; nothing here carries a time. A change of a hold or a
 * waiter that is not there does nothing.
 */
public sealed interface Change {
    /** Lets the numbers of this commit begin at least here. It is the first change of its commit. */
    record RaiseNumbers(long atLeast) implements Change {}

    /** Puts {@code draft.stamped(now, token)} with the next number of the commit as its token. */
    record Grant(HoldDraft draft) implements Change {}

    /** Replaces the hold by {@code hold.amended(claims, terms, now)}. */
    record Amend(Token token, List<Claim> claims, Terms terms) implements Change {
        public Amend {
            claims = List.copyOf(claims);
        }
    }

    /** Replaces the hold by {@code hold.renewed(lease, now)}. Changes neither version nor epoch. */
    record Extend(Token token, Duration lease) implements Change {}

    /** Removes the hold. How it ended is for events and people; the store need not look at it. */
    record End(Hold hold, Ending ending) implements Change {}

    /** Puts {@code draft.stamped(now, ticket)} with the next number of the commit as its ticket. */
    record Join(WaiterDraft draft) implements Change {}

    /**
     * Lets the waiter's place last until now plus the lease, if the waiter is there and live; otherwise does nothing and
     * reports the ticket as missed. Changes neither version nor epoch.
     */
    record Touch(Ticket ticket, Duration lease) implements Change {}

    /** Removes the waiter, live or lapsed; does nothing if it is not there. The ending is null when it was granted. */
    record Leave(Waiter waiter, @Nullable Ending ending) implements Change {}

    /** Removes waiters whose place has lapsed, at most so many. Changes neither version nor epoch. */
    record DropLapsed(int limit) implements Change {}

    /**
     * Keeps how a request ended, or several that share it, in place of what was kept before. Changes neither version nor epoch.
     */
    record Remember(List<RequestId> requests, Fate.Ended fate) implements Change {
        public Remember {
            requests = List.copyOf(requests);
        }

        public Remember(RequestId request, Fate.Ended fate) {
            this(List.of(request), fate);
        }
    }

    /** Appends to the audit trail. */
    record Audit(AuditEntry entry) implements Change {}

    /** Whether the change raises the root's version. */
    default boolean isStructural() {
        return switch (this) {
            case Grant g -> true;
            case Amend a -> true;
            case End e -> true;
            case Leave l -> true;
            case RaiseNumbers r -> false;
            case Extend e -> false;
            case Join j -> false;
            case Touch t -> false;
            case DropLapsed d -> false;
            case Remember r -> false;
            case Audit a -> false;
        };
    }
}
