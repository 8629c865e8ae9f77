package holdfast.store.redis;

import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Mode;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.model.WaiterDraft;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.Notice;
import holdfast.store.records.AmendmentJson;
import holdfast.store.records.AuditJson;
import holdfast.store.records.FateJson;
import holdfast.store.records.WaiterJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A commit, or a look, as the scripts read it: its keys, and words and numbers in the order in which they ask for them. */
final class CommitCall {
    private static final StoreTime UNSTAMPED = new StoreTime(0);

    /** How many of an exclusive line are shown. */
    private static final String NEAR = "1";

    private static final String FAR = Integer.toString(Interest.FAR);

    private final RootKeys root;
    private final List<String> keys;
    private final List<String> args = new ArrayList<>();

    private CommitCall(RootKeys root) {
        this.root = root;
        this.keys = new ArrayList<>(root.all());
    }

    static CommitCall look(RootKeys root, Interest interest) {
        var call = new CommitCall(root);
        var lines = new StringBuilder();
        interest.requests().forEach(request -> lines.append('r').append(request).append('\n'));
        interest.owners().forEach(owner -> lines.append('o').append(owner).append('\n'));
        call.add(lines.toString());
        return call;
    }

    /** Of a script that needs nothing but the root, and perhaps some texts. */
    static CommitCall of(RootKeys root, List<String> texts) {
        var call = new CommitCall(root);
        call.args.addAll(texts);
        return call;
    }

    static CommitCall commit(RootKeys root, Commit commit) {
        CommitCall call = look(root, commit.interest());
        call.conditions(commit.conditions());
        commit.changes().forEach(call::change);
        if (commit.interest().isAlways()) {
            call.add("show", commit.interest().when() == Interest.When.ALWAYS_FAR ? FAR : NEAR);
        }
        return call;
    }

    List<String> keys() {
        return keys;
    }

    String[] args() {
        return args.toArray(String[]::new);
    }

    /** @param command PUBLISH, or SPUBLISH on a cluster, where channels lie in slots as keys do */
    void tell(String command, EngineId engine, Notice unstamped) {
        add("tell", command, key(root.shard().channel(engine)), Letter.offers(unstamped));
    }

    /** For others than engines: to all who listen, on whatever node. */
    void publish(String channel, String message) {
        add("publish", channel, message);
    }

    /** Where a key stands that not every commit needs. */
    private String key(String key) {
        keys.add(key);
        return Integer.toString(keys.size());
    }

    private void conditions(List<Condition> conditions) {
        @Nullable Long version = null;
        @Nullable Long epoch = null;
        for (Condition condition : conditions) {
            if (condition instanceof Condition.VersionIs is && version == null) {
                version = is.version();
            } else if (condition instanceof Condition.EpochIs is && epoch == null) {
                epoch = is.epoch();
            } else {
                condition(condition);
            }
        }
        // Nearly every commit has both: one word for them is one thing less to read.
        if (version != null && epoch != null) {
            add("same", Micros.padded(version) + Micros.padded(epoch));
        } else if (version != null) {
            condition(new Condition.VersionIs(version));
        } else if (epoch != null) {
            condition(new Condition.EpochIs(epoch));
        }
    }

    private void condition(Condition condition) {
        switch (condition) {
            case Condition.VersionIs is -> add("version", Micros.padded(is.version()));
            case Condition.EpochIs is -> add("epoch", Micros.padded(is.epoch()));
            case Condition.HoldLive is -> add("live", Micros.padded(is.token().value()));
            case Condition.HoldLapsed is ->
                    add("lapsed", Micros.padded(is.token().value()), whole(is.until()));
            case Condition.HoldThere is -> add("held", Micros.padded(is.token().value()));
            case Condition.WaiterThere is -> add("waits", ticket(is.ticket()));
            case Condition.RequestUnknown is -> add("unknown", is.request().text());
            case Condition.WaitersBelow is -> add("below", Micros.padded(is.count()));
            case Condition.NotAfter is -> add("by", Micros.padded(is.time().micros()));
        }
    }

    /** No end that this store stamped has a part of a microsecond. */
    private static String whole(StoreTime time) {
        return time.epochNanos() % 1_000 == 0 ? Micros.padded(time.micros()) : "none";
    }

    private void change(Change change) {
        switch (change) {
            case Change.RaiseNumbers raise -> {
                Micros.checkNumber("the token", raise.atLeast());
                add("raise", Micros.padded(raise.atLeast()));
            }
            case Change.Grant grant -> grant(grant.draft());
            case Change.Amend amend -> amend(amend);
            case Change.Extend extend ->
                    add("extend", Micros.padded(extend.token().value()), Micros.of(extend.lease()));
            case Change.End end -> close(end.hold());
            case Change.Join join -> join(join.draft());
            case Change.Touch touch ->
                    add("touch", ticket(touch.ticket()), Micros.of(touch.lease()));
            case Change.Leave leave -> add("leave", ticket(leave.waiter().ticket()));
            case Change.DropLapsed drop -> add("drop", Integer.toString(drop.limit()));
            case Change.Remember remember -> remember(remember);
            case Change.Audit audit ->
                    add("audit", key(root.shard().trail()), AuditJson.write(audit.entry()));
        }
    }

    private void grant(HoldDraft draft) {
        GrantTexts texts = GrantTexts.of(draft);
        add("grant", Long.toString(texts.lease()), texts.frame(), texts.lock(), texts.body());
    }

    /** Nearly always two: the claim, and the key of the lock. */
    private void remember(Change.Remember remember) {
        List<RequestId> requests = remember.requests();
        String first = requests.getFirst().text();
        String second = requests.size() > 1 ? requests.get(1).text() : first;
        add("remember", FateJson.write(remember.fate()), first, second);
        for (int i = 2; i < requests.size(); i++) {
            add("also", requests.get(i).text());
        }
    }

    private void amend(Change.Amend amend) {
        add("amend", Micros.padded(amend.token().value()), Micros.of(amend.terms().lease()));
        add(GrantTexts.tenure(amend.terms()), GrantTexts.asked(amend.claims()));
        add(AmendmentJson.write(amend.claims(), amend.terms(), root.root()));
    }

    private void close(Hold hold) {
        add("close", Micros.padded(hold.token().value()), hold.id().text());
    }

    private void join(WaiterDraft draft) {
        Waiter unstamped = draft.stamped(UNSTAMPED, new Ticket(1));
        Micros.checkNumber("the head start", draft.headStart());
        add("join", Long.toString(draft.headStart()), Micros.of(draft.ticketLease()));
        add(line(draft.claim().resource(), draft.claim().mode()), draft.owner().id().text());
        add(draft.claim().request().text(), WaiterJson.write(unstamped));
    }

    private static String line(Resource resource, Mode mode) {
        return (mode == Mode.EXCLUSIVE ? "x" : "y") + resource.path().text();
    }

    private static String ticket(Ticket ticket) {
        return Micros.padded(ticket.number());
    }

    private void add(String... words) {
        Collections.addAll(args, words);
    }
}
