package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.engine.RemoteGlobalLock;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Prefix;
import holdfast.model.Priority;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.keys.Keys;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks at locks, and gives them back. */
final class LockRoutes {
    private static final int LIMIT = 100;
    private static final int LIMIT_MAX = 1_000;

    /** Many for each look at the store, however few are shown. */
    private static final int READ_AT_ONCE = 500;

    /** So that a filter that nothing meets does not read a whole store in one request. */
    private static final int READ_MAX = 10_000;

    private final LockEngine engine;
    private final Finder finder;

    private final Recorder recorder;
    private final RemoteGlobalLock everything;

    LockRoutes(LockEngine engine, Finder finder, Recorder recorder, RemoteGlobalLock everything) {
        this.engine = engine;
        this.finder = finder;
        this.recorder = recorder;
        this.everything = everything;
    }

    void addTo(Routes routes) {
        routes.get("/v1/locks", this::list)
                .get("/v1/locks/{lock_id}", this::get)
                .deleteAlways("/v1/locks/{lock_id}", this::release);
    }

    private Reply get(Call call) {
        Query query = call.query();
        Optional<Root> root = query.resource().map(Resource::root);
        query.end();
        Finder.Found found = finder.live(call, call.lockId(), root);
        call.require(Deed.READ, found.hold().resource());
        return Reply.json(Statuses.OK, json -> LockJson.write(json, found.hold(), found.now()));
    }

    private Reply release(Call call) {
        Query query = call.query();
        Optional<Root> named = query.resource().map(Resource::root);
        @Nullable RequestId claim = query.text("request_id").map(RequestId::new).orElse(null);
        query.end();
        LockId lock = call.lockId();
        Root root = finder.root(lock, named.or(() -> call.first().noted().map(Root::new)));
        boolean isEverything = RemoteGlobalLock.isMeantBy(Resource.parse(root.text()));
        Optional<Hold> held =
                call.isTrusted() && !isEverything
                        ? Optional.empty()
                        : finder.in(root, lock).map(Finder.Found::hold);
        held.ifPresentOrElse(hold -> mayRelease(call, hold), () -> call.requireHearing(root));
        // Where it was is all that another server needs to find what became of it.
        call.first().begins(root.text());
        ReleaseOutcome outcome = engine.release(root, lock, claim);
        // Also what another ended, who may have died before it lifted its freeze.
        everything.liftWhatIsOver(root, call.caller().name());
        return switch (outcome) {
            case ReleaseOutcome.Released released -> released(lock, released);
            case ReleaseOutcome.Lost lost -> throw Problems.lost(lock, lost.ending());
            case ReleaseOutcome.NotFound none -> throw Problems.lost(lock, null);
        };
    }

    private static Reply released(LockId lock, ReleaseOutcome.Released released) {
        return Reply.json(
                Statuses.OK,
                json -> {
                    json.writeStringProperty("lock_id", lock.text());
                    json.writeStringProperty("state", "released");
                    json.writeNumberProperty("claims_left", released.claimsLeft());
                });
    }

    private void mayRelease(Call call, Hold hold) {
        call.require(Deed.RELEASE, hold.resource(), hold.owner());
        if (!call.caller().owns(hold.owner())) {
            recorder.beforeActingForAnother("lock.release.requested", call.caller(), hold);
        }
    }

    /** What a list leaves out. */
    private record Filter(Predicate<Hold> wish, @Nullable String state) {
        boolean shows(Hold hold, StoreTime now) {
            return wish.test(hold) && isWanted(LockJson.State.of(hold, now));
        }

        private boolean isWanted(LockJson.State found) {
            if (state == null) {
                return true;
            }
            return state.equals("active")
                    ? switch (found) {
                        case ACQUIRED, STALE, PENDING -> true;
                        case EXPIRED, QUARANTINE -> false;
                    }
                    : Json.word(found).equals(state);
        }
    }

    private static Filter filter(Query query) {
        var wishes = new ArrayList<Predicate<Hold>>();
        query.resource()
                .ifPresent(resource -> wishes.add(hold -> hold.resource().overlaps(resource)));
        query.text("prefix")
                .map(text -> new Prefix(text.isEmpty() ? "" : Keys.parse(text).text()))
                .ifPresent(prefix -> wishes.add(hold -> prefix.covers(hold.resource())));
        query.text("owner")
                .ifPresent(name ->
                        wishes.add(hold ->
                                hold.owner().name().equals(name)
                                        || hold.owner().id().text().equals(name)));
        query.word("mode", Mode.class).ifPresent(mode -> wishes.add(hold -> hold.mode() == mode));
        query.word("priority", Priority.class)
                .ifPresent(priority -> wishes.add(hold -> hold.priority() == priority));
        String state = query.text("state").orElse(null);
        if (state != null && !state.equals("active")) {
            Fields.word("state", state, LockJson.State.class);
        }
        return new Filter(wishes.stream().reduce(hold -> true, Predicate::and), state);
    }

    private Reply list(Call call) {
        Query query = call.query();
        Filter filter = filter(query);
        int limit = query.number("limit", LIMIT, LIMIT_MAX);
        @Nullable HoldCursor after = query.text("cursor").map(Cursor::hold).orElse(null);
        query.end();
        int atOnce = Math.max(limit, READ_AT_ONCE);
        var shown = new ArrayList<Hold>();
        HoldPage page;
        int read = 0;
        long weight = 0;
        do {
            page = engine.holds(after, atOnce);
            for (Hold hold : page.holds()) {
                after = HoldCursor.after(hold);
                // A cursor is never a lock that its reader may not see, or its name would be told.
                boolean mayStop = call.maySee(hold.resource());
                read++;
                if (mayStop && filter.shows(hold, page.now())) {
                    shown.add(hold);
                    weight += Weight.of(hold);
                }
                boolean isFull =
                        shown.size() == limit || read >= READ_MAX || weight >= Weight.PAGE_MAX;
                if (mayStop && isFull) {
                    return page(shown, page.now(), after);
                }
            }
        } while (page.holds().size() == atOnce);
        return page(shown, page.now(), null);
    }

    private static Reply page(List<Hold> holds, StoreTime now, @Nullable HoldCursor next) {
        return Reply.json(
                Statuses.OK,
                json -> {
                    json.writeStringProperty("now", Json.time(now));
                    Json.array(json, "locks", holds, (out, hold) -> LockJson.write(out, hold, now));
                    Json.textIfAny(json, "next_cursor", next == null ? null : Cursor.of(next));
                });
    }
}
