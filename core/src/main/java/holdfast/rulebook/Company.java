package holdfast.rulebook;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.RequestId;
import holdfast.model.Ticket;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Condition;
import holdfast.store.RootView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Joins that share the commit of a hand-over, as if each were made right after it: what a join depends on must still be so then. Lives for
 * one commit.
 */
public final class Company {
    private final Commit first;
    private final Set<Condition> conditions;
    private final List<Change> changes;
    private final Set<EngineId> tell;

    /** What became of these is changed by the commit. */
    private final Set<RequestId> named = new HashSet<>();

    /** Those who leave without getting what they waited for. */
    private final Set<Ticket> gone = new HashSet<>();

    private int numbers;
    private int joined;

    private final RootView view;

    private Company(Commit first, RootView view) {
        this.first = first;
        this.view = view;
        this.conditions = new LinkedHashSet<>(first.conditions());
        this.changes = new ArrayList<>(first.changes());
        this.tell = new HashSet<>(first.tell());
        Set<RequestId> granted = new HashSet<>();
        for (Change change : changes) {
            if (change instanceof Change.Grant grant) {
                numbers++;
                granted.addAll(ids(grant.draft().claims()));
            } else if (change instanceof Change.Amend amend) {
                named.addAll(ids(amend.claims()));
            } else if (change instanceof Change.Remember remember) {
                named.addAll(remember.requests());
            }
        }
        named.addAll(granted);
        for (Change change : changes) {
            if (change instanceof Change.Leave leave) {
                RequestId request = leave.waiter().claim().request();
                named.add(request);
                if (!granted.contains(request)) {
                    gone.add(leave.waiter().ticket());
                }
            }
        }
    }

    private static List<RequestId> ids(List<Claim> claims) {
        return claims.stream().map(Claim::request).toList();
    }

    /** Whether it is a plain wish to wait behind somebody. Who waits for a hold alone would get what the hand-over frees. */
    public static boolean mayJoin(Commit commit) {
        boolean behind = false;
        for (Condition condition : commit.conditions()) {
            switch (condition) {
                case Condition.WaiterThere there -> behind = true;
                case Condition.WaitersBelow below -> {}
                case Condition.RequestUnknown unknown -> {}
                default -> {
                    return false;
                }
            }
        }
        return behind
                && commit.changes().size() == 1
                && commit.changes().getFirst() instanceof Change.Join;
    }

    /**
     * Empty if the commit hands nothing over, or removes waiters that it does not name.
     *
     * @param view with which the commit was decided
     */
    public static Optional<Company> of(Commit first, RootView view) {
        boolean ends = false;
        for (Change change : first.changes()) {
            if (change instanceof Change.DropLapsed || change instanceof Change.Join) {
                return Optional.empty();
            }
            ends |= change instanceof Change.End;
        }
        return ends ? Optional.of(new Company(first, view)) : Optional.empty();
    }

    /** Adds a join that {@link #mayJoin may}, unless it could not be made after the others. */
    public boolean add(Commit join) {
        var change = (Change.Join) join.changes().getFirst();
        RequestId request = change.draft().claim().request();
        if (named.contains(request) || join.conditions().stream().anyMatch(this::isUndone)) {
            return false;
        }
        named.add(request);
        join.conditions().forEach(condition -> conditions.add(afterOthers(condition)));
        changes.add(change);
        tell.addAll(join.tell());
        joined++;
        return true;
    }

    /** Who stays behind a waiter that is granted stays behind its hold. Whoever cannot join must not keep the others from it. */
    private boolean isUndone(Condition condition) {
        return switch (condition) {
            case Condition.WaiterThere(Ticket ticket) ->
                    gone.contains(ticket) || (isWhole() && !isShown(ticket));
            case Condition.WaitersBelow(int count) -> view.waiting() >= count - joined;
            default -> false;
        };
    }

    private boolean isWhole() {
        return view.waiters().size() == view.waiting();
    }

    private boolean isShown(Ticket ticket) {
        return view.waiters().stream().anyMatch(waiter -> waiter.ticket().equals(ticket));
    }

    private Condition afterOthers(Condition condition) {
        return condition instanceof Condition.WaitersBelow(int count)
                ? new Condition.WaitersBelow(count - joined)
                : condition;
    }

    /** How many grants and joins come before the one that was added last. */
    public int numbersBefore() {
        return numbers + joined - 1;
    }

    public Commit commit() {
        return new Commit(first.root(), first.interest(), List.copyOf(conditions), changes, tell);
    }
}
