package holdfast.store.redis;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.HoldDraft;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.model.WaiterDraft;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.records.AmendmentJson;
import holdfast.store.records.AuditJson;
import holdfast.store.records.FateJson;
import holdfast.store.records.HoldJson;
import holdfast.store.records.WaiterJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A commit, or a look, as the scripts read it: words and numbers in the order in which they ask for them. */
final class CommitCall {
    private static final String NONE = "0";
    private static final StoreTime UNSTAMPED = new StoreTime(0);

    private final List<String> args = new ArrayList<>();

    private CommitCall() {}

    static String[] look(RootKeys keys, Interest interest) {
        var call = new CommitCall();
        call.begin(keys, fieldsOf(interest), interest);
        return call.args.toArray(String[]::new);
    }

    /** Of a script that needs nothing but the root. */
    static String[] of(RootKeys keys) {
        var call = new CommitCall();
        call.add(keys.root().text());
        call.addAll(List.of("c", "w"));
        return call.args.toArray(String[]::new);
    }

    static String[] forget(RootKeys keys, List<String> marks) {
        var call = new CommitCall();
        call.args.addAll(List.of(of(keys)));
        call.addAll(marks);
        return call.args.toArray(String[]::new);
    }

    static String[] commit(RootKeys keys, Commit commit, String publish, List<String> events) {
        var call = new CommitCall();
        call.begin(keys, fieldsOf(commit), commit.interest());
        call.add(publish);
        call.addAll(events);
        call.add(Integer.toString(commit.conditions().size()));
        commit.conditions().forEach(call::condition);
        call.add(Integer.toString(commit.changes().size()));
        commit.changes().forEach(call::change);
        return call.args.toArray(String[]::new);
    }

    /** Keys of the root, and the channels of those who are told. */
    static List<String> keys(RootKeys root, Set<EngineId> tell) {
        var keys = new ArrayList<>(root.all());
        tell.forEach(engine -> keys.add(root.shard().channel(engine)));
        return keys;
    }

    private void begin(RootKeys keys, Set<String> fields, Interest interest) {
        add(keys.root().text());
        addAll(fields);
        addAll(interest.requests().stream().map(RequestId::text).toList());
        addAll(interest.owners().stream().map(Object::toString).toList());
    }

    /** What the script will need of the root's hash, so that it reads all of it at once. */
    private static Set<String> fieldsOf(Interest interest) {
        var fields = new LinkedHashSet<>(List.of("v", "e", "n", "w", "c", "x", "k"));
        interest.requests().forEach(request -> addFields(fields, request));
        return fields;
    }

    private static Set<String> fieldsOf(Commit commit) {
        Set<String> fields = fieldsOf(Interest.NONE);
        for (Condition condition : commit.conditions()) {
            if (condition instanceof Condition.RequestUnknown unknown) {
                addFields(fields, unknown.request());
            }
        }
        for (Change change : commit.changes()) {
            if (change instanceof Change.Grant grant) {
                addFields(fields, grant.draft().owner().id().text(), grant.draft().claims());
            } else if (change instanceof Change.End end) {
                addFields(fields, end.hold().owner().id().text(), end.hold().claims());
            } else if (change instanceof Change.Join join) {
                addFields(fields, join.draft().owner().id().text(), List.of(join.draft().claim()));
            } else if (change instanceof Change.Leave leave) {
                addFields(
                        fields,
                        leave.waiter().owner().id().text(),
                        List.of(leave.waiter().claim()));
            }
        }
        return fields;
    }

    private static void addFields(Set<String> fields, String owner, List<Claim> claims) {
        fields.add("o:" + owner);
        claims.forEach(claim -> fields.add("q:" + claim.request()));
    }

    private static void addFields(Set<String> fields, RequestId request) {
        fields.add("q:" + request);
        fields.add("f:" + request);
    }

    private void condition(Condition condition) {
        switch (condition) {
            case Condition.VersionIs is -> add("version", Long.toString(is.version()));
            case Condition.EpochIs is -> add("epoch", Long.toString(is.epoch()));
            case Condition.HoldLive is -> add("live", Micros.padded(is.token().value()));
            case Condition.HoldLapsed is ->
                    add("lapsed", Micros.padded(is.token().value()), whole(is.until()));
            case Condition.HoldThere is -> add("held", Micros.padded(is.token().value()));
            case Condition.WaiterThere is -> add("waits", ticket(is.ticket()));
            case Condition.RequestUnknown is -> add("unknown", is.request().text());
            case Condition.WaitersBelow is -> add("below", Integer.toString(is.count()));
            case Condition.NotAfter is -> add("by", Long.toString(is.time().micros()));
        }
    }

    /** No end that this store stamped has a part of a microsecond. */
    private static String whole(StoreTime time) {
        return time.epochNanos() % 1_000 == 0 ? Long.toString(time.micros()) : NONE;
    }

    private void change(Change change) {
        switch (change) {
            case Change.RaiseNumbers raise ->
                    add("raise", Micros.number("the token", raise.atLeast()));
            case Change.Grant grant -> grant(grant.draft());
            case Change.Amend amend -> amend(amend);
            case Change.Extend extend ->
                    add("extend", Micros.padded(extend.token().value()), Micros.of(extend.lease()));
            case Change.End end -> add("close", Micros.padded(end.hold().token().value()));
            case Change.Join join -> join(join.draft());
            case Change.Touch touch ->
                    add("touch", ticket(touch.ticket()), Micros.of(touch.lease()));
            case Change.Leave leave -> add("leave", ticket(leave.waiter().ticket()));
            case Change.DropLapsed drop -> add("drop", Integer.toString(drop.limit()));
            case Change.Remember remember -> {
                add("remember");
                addAll(remember.requests().stream().map(RequestId::text).toList());
                add(FateJson.write(remember.fate()));
            }
            case Change.Audit audit -> add("audit", AuditJson.write(audit.entry()));
        }
    }

    private void grant(HoldDraft draft) {
        add("grant", standing(draft.standing()), Micros.of(draft.firstLease()));
        add(tenure(draft.terms()), draft.owner().id().text(), lockIdAfterItsTime(draft));
        add(requests(draft.claims()), HoldJson.write(draft));
    }

    private static String lockIdAfterItsTime(HoldDraft draft) {
        String id = LockId.of(UNSTAMPED, draft.owner().name(), draft.hash()).text();
        return id.substring("lock_0".length());
    }

    private void amend(Change.Amend amend) {
        add("amend", Micros.padded(amend.token().value()), Micros.of(amend.terms().lease()));
        add(tenure(amend.terms()), requests(amend.claims()));
        add(AmendmentJson.write(amend.claims(), amend.terms(), new Root(args.getFirst())));
    }

    private void join(WaiterDraft draft) {
        Waiter unstamped = draft.stamped(UNSTAMPED, new Ticket(1));
        add(
                "join",
                Micros.number("the head start", draft.headStart()),
                Micros.of(draft.ticketLease()));
        add(line(draft.claim().resource(), draft.claim().mode()), draft.owner().id().text());
        add(draft.claim().request().text(), WaiterJson.write(unstamped));
    }

    private static String line(Resource resource, Mode mode) {
        return (mode == Mode.EXCLUSIVE ? "x" : "y") + resource.path().text();
    }

    private static String ticket(Ticket ticket) {
        return Micros.padded(ticket.number());
    }

    private static String tenure(Terms terms) {
        @Nullable Duration tenure = terms.tenure();
        return tenure == null ? NONE : Micros.of(tenure);
    }

    private static String requests(List<Claim> claims) {
        var text = new StringBuilder();
        claims.forEach(claim -> text.append(claim.request().text()).append('\n'));
        return text.toString();
    }

    private static String standing(Standing standing) {
        return standing.name().substring(0, 1);
    }

    private void add(String... words) {
        args.addAll(List.of(words));
    }

    private void addAll(Collection<String> words) {
        args.add(Integer.toString(words.size()));
        args.addAll(words);
    }
}
