package holdfast.store.testkit;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.HoldDraft;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.SubPath;
import holdfast.model.Terms;
import holdfast.store.Change;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes a {@link HoldDraft} step by step. Start at {@link Drafts#hold}. */
public final class HoldDrafting {
    private Owner owner;
    private Resource resource = new Resource(Drafts.ROOT, SubPath.WHOLE);
    private Mode mode = Mode.EXCLUSIVE;
    private RequestId request;
    private Terms terms = Terms.of(Drafts.LEASE);
    private @Nullable Duration firstLease;
    private Standing standing = Standing.CONFIRMED;
    private Priority priority = Priority.NORMAL;
    private Note note = Note.NONE;
    private EngineId engine = Drafts.ENGINE;

    HoldDrafting(String owner) {
        this.owner = Drafts.owner(owner);
        this.request = Drafts.requestOf(owner);
    }

    /** @param text {@code root} or {@code root//path} */
    public HoldDrafting on(String text) {
        return on(Resource.parse(text));
    }

    public HoldDrafting on(Resource other) {
        resource = other;
        return this;
    }

    public HoldDrafting shared() {
        mode = Mode.SHARED;
        return this;
    }

    public HoldDrafting owner(Owner other) {
        owner = other;
        return this;
    }

    public HoldDrafting request(String text) {
        request = new RequestId(text);
        return this;
    }

    public HoldDrafting lease(Duration lease) {
        return terms(Terms.of(lease));
    }

    public HoldDrafting terms(Terms other) {
        terms = other;
        return this;
    }

    /** How long it lasts before the first heartbeat, if not as long as after it. */
    public HoldDrafting firstLease(Duration other) {
        firstLease = other;
        return this;
    }

    public HoldDrafting standing(Standing other) {
        standing = other;
        return this;
    }

    public HoldDrafting priority(Priority other) {
        priority = other;
        return this;
    }

    public HoldDrafting note(Note other) {
        note = other;
        return this;
    }

    public HoldDrafting engine(String id) {
        engine = new EngineId(id);
        return this;
    }

    public HoldDraft draft() {
        return new HoldDraft(
                resource,
                mode,
                owner,
                List.of(new Claim(request, resource, mode)),
                terms,
                firstLease == null ? terms.lease() : firstLease,
                standing,
                priority,
                note,
                engine,
                Objects.hash(owner.id(), resource.text(), mode.name(), request));
    }

    public Change.Grant grant() {
        return new Change.Grant(draft());
    }
}
