package holdfast.store.testkit;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.SubPath;
import holdfast.model.Terms;
import holdfast.model.WaiterDraft;
import holdfast.store.Change;
import java.time.Duration;

/** Makes a {@link WaiterDraft} step by step. Start at {@link Drafts#waiter}. */
public final class WaiterDrafting {
    private Owner owner;
    private Resource resource = new Resource(Drafts.ROOT, SubPath.WHOLE);
    private Mode mode = Mode.EXCLUSIVE;
    private RequestId request;
    private Terms terms = Terms.of(Drafts.LEASE);
    private Priority priority = Priority.NORMAL;
    private long headStart;
    private Note note = Note.NONE;
    private EngineId engine = Drafts.ENGINE;
    private Duration ticketLease = Drafts.TICKET_LEASE;

    WaiterDrafting(String owner) {
        this.owner = Drafts.owner(owner);
        this.request = Drafts.requestOf(owner);
    }

    /** @param text {@code root} or {@code root//path} */
    public WaiterDrafting on(String text) {
        return on(Resource.parse(text));
    }

    public WaiterDrafting on(Resource other) {
        resource = other;
        return this;
    }

    public WaiterDrafting shared() {
        mode = Mode.SHARED;
        return this;
    }

    public WaiterDrafting owner(Owner other) {
        owner = other;
        return this;
    }

    public WaiterDrafting request(String text) {
        request = new RequestId(text);
        return this;
    }

    public WaiterDrafting terms(Terms other) {
        terms = other;
        return this;
    }

    public WaiterDrafting priority(Priority other) {
        priority = other;
        return this;
    }

    /** By how much earlier than its ticket it is served, in waiting time. */
    public WaiterDrafting ahead(Duration by) {
        headStart = by.toNanos() / 1_000;
        return this;
    }

    public WaiterDrafting note(Note other) {
        note = other;
        return this;
    }

    public WaiterDrafting engine(String id) {
        engine = new EngineId(id);
        return this;
    }

    public WaiterDrafting ticketLease(Duration other) {
        ticketLease = other;
        return this;
    }

    public WaiterDraft draft() {
        var claim = new Claim(request, resource, mode);
        return new WaiterDraft(claim, owner, terms, priority, headStart, note, engine, ticketLease);
    }

    public Change.Join join() {
        return new Change.Join(draft());
    }
}
