package holdfast.store.testkit;

import holdfast.model.AuditEntry;
import holdfast.model.Ending;
import holdfast.model.EngineId;
import holdfast.model.Fate;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Prefix;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.SubPath;
import holdfast.store.Change;
import holdfast.store.FreezeDraft;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Values for tests, each complete with defaults: who holds or waits is named, everything else may be. Nothing is random, so
 * the same calls make equal values.
 */
public final class Drafts {
    public static final Root ROOT = new Root("shop/production");
    public static final EngineId ENGINE = new EngineId("engine-1");
    public static final Duration LEASE = Duration.ofSeconds(60);
    public static final Duration TICKET_LEASE = Duration.ofSeconds(30);

    private Drafts() {}

    /** Of an exclusive hold on all of {@link #ROOT}. */
    public static HoldDrafting hold(String owner) {
        return new HoldDrafting(owner);
    }

    /** Of a wait for an exclusive hold on all of {@link #ROOT}. */
    public static WaiterDrafting waiter(String owner) {
        return new WaiterDrafting(owner);
    }

    /** An owner whose id is its name. */
    public static Owner owner(String name) {
        return new Owner(new OwnerId(name), name);
    }

    /** What the drafts of this owner are asked under, unless they name another request. */
    public static RequestId requestOf(String owner) {
        return new RequestId("request-of-" + owner);
    }

    /** A commit of these changes to {@link #ROOT}, without conditions. */
    public static CommitDrafting commit(Change... changes) {
        return new CommitDrafting(List.of(changes));
    }

    /** That the request was cancelled. */
    public static Change.Remember cancelled(RequestId request) {
        return new Change.Remember(
                request, new Fate.Ended(null, null, new Ending.Cancelled("enough")));
    }

    public static AuditEntry audit(String action) {
        return new AuditEntry(
                action,
                "operator",
                "because of " + action,
                new Resource(ROOT, SubPath.WHOLE),
                Map.of("incident", action));
    }

    /** A freeze of ten minutes. */
    public static FreezeDraft freeze(String id, String prefix) {
        return new FreezeDraft(
                id,
                new Prefix(prefix),
                "operator",
                "because of " + id,
                Duration.ofMinutes(10),
                Set.of());
    }
}
