package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Lists the requests that wait. */
final class RequestList {
    private static final int ROOTS_PER_PAGE = 100;

    /** So that lines in which nobody is to be shown are not all read in one request. */
    private static final int LINES_MAX = 1_000;

    private static final int LIMIT = 100;
    private static final int LIMIT_MAX = 1_000;

    private final LockEngine engine;

    RequestList(LockEngine engine) {
        this.engine = engine;
    }

    void addTo(Routes routes) {
        routes.get("/v1/requests", this::list);
    }

    /** Who waits, and where. */
    record Row(Waiter waiter, int position) {}

    private Reply list(Call call) {
        Query query = call.query();
        Optional<Resource> resource = query.resource();
        int limit = query.number("limit", LIMIT, LIMIT_MAX);
        Optional<Cursor.InLine> after = query.text("cursor").map(Cursor::inLine);
        query.end();
        var page =
                new Page(
                        limit,
                        waiting ->
                                call.maySee(waiting)
                                        && resource.map(waiting::overlaps).orElse(true));
        if (resource.isPresent()) {
            page.add(resource.get().root(), after);
        } else {
            fill(page, after, call.caller()::hearsOf);
        }
        return Reply.json(
                Statuses.OK,
                json -> {
                    Json.array(json, "requests", page.rows, RequestList::write);
                    Json.textIfAny(json, "next_cursor", page.next());
                });
    }

    /** Rows up to some number and some length. */
    private final class Page {
        private final int limit;
        private final Predicate<Resource> shown;
        private final List<Row> rows = new ArrayList<>();
        private long weight;
        private boolean isFull;
        private int linesRead;
        private @Nullable Root lastRead;

        Page(int limit, Predicate<Resource> shown) {
            this.limit = limit;
            this.shown = shown;
        }

        /** @param after where to go on */
        void add(Root root, Optional<Cursor.InLine> after) {
            List<Waiter> line = engine.queues().of(root);
            linesRead++;
            lastRead = root;
            for (int i = 0; i < line.size(); i++) {
                Waiter waiter = line.get(i);
                if (after.filter(place -> !place.isBefore(waiter)).isPresent()
                        || !shown.test(waiter.resource())) {
                    continue;
                }
                if (isFull()) {
                    isFull = true;
                    return;
                }
                rows.add(row(line, i));
                weight += Weight.of(waiter);
            }
        }

        private boolean isFull() {
            return rows.size() >= limit || weight >= Weight.PAGE_MAX;
        }

        private boolean isOver() {
            return isFull || linesRead >= LINES_MAX;
        }

        /** Never a request that its reader may not see, nor a root: its name would be told. */
        @Nullable String next() {
            if (isFull) {
                return Cursor.of(Cursor.InLine.of(rows.getLast().waiter()));
            }
            return isOver() && lastRead != null ? Cursor.of(Cursor.InLine.endOf(lastRead)) : null;
        }
    }

    static void write(JsonGenerator json, Row row) {
        RequestJson.write(json, row.waiter());
        json.writeNumberProperty("position", row.position());
    }

    /** @param heard of which roots the reader may see something at all */
    private void fill(Page page, Optional<Cursor.InLine> after, Predicate<Root> heard) {
        after.map(Cursor.InLine::root).filter(heard).ifPresent(root -> page.add(root, after));
        @Nullable Root last = after.map(Cursor.InLine::root).orElse(null);
        List<Root> roots;
        do {
            roots = engine.queues().roots(last, ROOTS_PER_PAGE);
            for (Root root : roots) {
                if (page.isOver()) {
                    return;
                }
                if (heard.test(root)) {
                    page.add(root, Optional.empty());
                }
                last = root;
            }
        } while (roots.size() == ROOTS_PER_PAGE);
    }

    /** Everybody who waits for anything. */
    List<Row> all() {
        return engine.allQueues().stream()
                .flatMap(queue -> rows(queue.waiters()).stream())
                .toList();
    }

    private static List<Row> rows(List<Waiter> queue) {
        var rows = new ArrayList<Row>();
        for (int i = 0; i < queue.size(); i++) {
            rows.add(row(queue, i));
        }
        return rows;
    }

    private static Row row(List<Waiter> queue, int index) {
        Waiter waiter = queue.get(index);
        long ahead =
                queue.subList(0, index).stream()
                        .filter(other -> other.resource().overlaps(waiter.resource()))
                        .count();
        return new Row(waiter, (int) ahead + 1);
    }
}
