package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Prefix;
import holdfast.model.Priority;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.keys.Keys;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Lists locks: of one root by a look at it, of several by reading those in which there may be something to show. */
final class LockList {
    private static final int LIMIT = 100;
    private static final int LIMIT_MAX = 1_000;

    /** Many for each look at the store, however few are shown. */
    private static final int READ_AT_ONCE = 500;

    /** So that a filter that nothing meets does not read a whole store in one request. */
    private static final int READ_MAX = 10_000;

    private final LockEngine engine;
    private final LockStore store;

    /** Each may read much, of some stores all there is. */
    private final Turns turns = new Turns("listing locks", 8, Duration.ofSeconds(10));

    LockList(LockEngine engine, LockStore store) {
        this.engine = engine;
        this.store = store;
    }

    void addTo(Routes routes) {
        routes.get("/v1/locks", this::list);
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

    private static Filter filter(
            Query query, Optional<Resource> resource, Optional<Prefix> prefix) {
        var wishes = new ArrayList<Predicate<Hold>>();
        resource.ifPresent(one -> wishes.add(hold -> hold.resource().overlaps(one)));
        prefix.ifPresent(below -> wishes.add(hold -> below.covers(hold.resource())));
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

    private Reply list(Call call) throws InterruptedException {
        Query query = call.query();
        Optional<Resource> resource = query.resource();
        Optional<Prefix> prefix =
                query.text("prefix")
                        .map(text -> new Prefix(text.isEmpty() ? "" : Keys.parse(text).text()));
        Filter filter = filter(query, resource, prefix);
        int limit = query.number("limit", LIMIT, LIMIT_MAX);
        @Nullable HoldCursor after = query.text("cursor").map(Cursor::hold).orElse(null);
        query.end();
        var page = new Page(limit, filter, hold -> call.maySee(hold.resource()), after);
        if (resource.isPresent()) {
            requireSight(call, resource.get());
            page.read(Stretch.of(resource.get().root()));
            return page.reply();
        }
        try (Slots.Taken turn = turns.take(call.key())) {
            stretches(call.caller(), prefix.orElse(Prefix.EVERYTHING)).forEach(page::read);
        }
        return page.reply();
    }

    /** Nobody should take what it may not see for free. */
    private static void requireSight(Call call, Resource resource) {
        if (Stretch.of(call.caller().sees(), new Prefix(resource.text())).isEmpty()) {
            call.require(Deed.READ, resource);
        }
    }

    private List<Stretch> stretches(Caller caller, Prefix wished) {
        List<Stretch> stretches = Stretch.of(caller.sees(), wished);
        // Where everything is read for each of them, it is read once for all of them.
        return store.isIndexed() || stretches.stream().filter(Stretch::isOfMany).count() < 2
                ? stretches
                : List.of(Stretch.EVERYTHING);
    }

    /** Locks up to some number and some length. */
    private final class Page {
        private final int limit;
        private final Filter filter;
        private final Predicate<Hold> seen;
        private final List<Hold> shown = new ArrayList<>();
        private @Nullable HoldCursor after;
        private @Nullable StoreTime now;
        private int read;
        private long weight;
        private boolean isOver;

        /** @param after where to begin; null from the start */
        Page(int limit, Filter filter, Predicate<Hold> seen, @Nullable HoldCursor after) {
            this.limit = limit;
            this.filter = filter;
            this.seen = seen;
            this.after = after;
        }

        void read(Stretch stretch) {
            if (isOver || (after != null && stretch.isBefore(after.root()))) {
                return;
            }
            switch (stretch.kind()) {
                case ROOT -> readRoot(stretch);
                case BEGINNING -> readMany(stretch);
            }
        }

        private void readRoot(Stretch stretch) {
            HoldCursor from = stretch.from(after);
            RootView view = engine.look(Resource.parse(stretch.begin()).root());
            for (Hold hold : view.holds()) {
                boolean isRead = from != null && hold.token().compareTo(from.token()) <= 0;
                if (!isRead && !isOver) {
                    add(hold, view.now());
                }
            }
            now = view.now();
        }

        private void readMany(Stretch stretch) {
            int atOnce = Math.max(limit, READ_AT_ONCE);
            @Nullable HoldCursor from = stretch.from(after);
            HoldPage page;
            do {
                page = engine.holds(from, atOnce);
                now = page.now();
                for (Hold hold : page.holds()) {
                    if (isOver || stretch.isBefore(hold.resource().root())) {
                        return;
                    }
                    from = HoldCursor.after(hold);
                    add(hold, page.now());
                }
            } while (page.holds().size() == atOnce);
        }

        private void add(Hold hold, StoreTime at) {
            // A cursor is never a lock that its reader may not see, or its name would be told.
            boolean mayStop = seen.test(hold);
            read++;
            if (mayStop && filter.shows(hold, at)) {
                shown.add(hold);
                weight += Weight.of(hold);
            }
            boolean isFull = shown.size() == limit || read >= READ_MAX || weight >= Weight.PAGE_MAX;
            if (mayStop && isFull) {
                isOver = true;
                after = HoldCursor.after(hold);
            }
        }

        Reply reply() {
            StoreTime at = now == null ? engine.freezes().asOf() : now;
            return Reply.json(
                    Statuses.OK,
                    json -> {
                        json.writeStringProperty("now", Json.time(at));
                        Json.array(
                                json, "locks", shown, (out, hold) -> LockJson.write(out, hold, at));
                        Json.textIfAny(
                                json,
                                "next_cursor",
                                isOver && after != null ? Cursor.of(after) : null);
                    });
        }
    }
}
