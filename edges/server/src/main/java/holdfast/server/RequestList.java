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
            fill(page, after);
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

        Page(int limit, Predicate<Resource> shown) {
            this.limit = limit;
            this.shown = shown;
        }

        /** @param after where to go on */
        void add(Root root, Optional<Cursor.InLine> after) {
            List<Row> line = rowsOf(root);
            int from = after.map(place -> next(line, place)).orElse(0);
            for (Row row : line.subList(from, line.size())) {
                if (!shown.test(row.waiter().resource())) {
                    continue;
                }
                if (isFull()) {
                    isFull = true;
                    return;
                }
                rows.add(row);
                weight += Weight.of(row.waiter());
            }
        }

        private static int next(List<Row> line, Cursor.InLine place) {
            for (int i = 0; i < line.size(); i++) {
                if (line.get(i).waiter().ticket().equals(place.ticket())) {
                    return i + 1;
                }
            }
            // It has left the line since: on with the first that came later.
            for (int i = 0; i < line.size(); i++) {
                if (line.get(i).waiter().ticket().number() > place.ticket().number()) {
                    return i;
                }
            }
            return line.size();
        }

        private boolean isFull() {
            return rows.size() >= limit || weight >= Weight.PAGE_MAX;
        }

        /** Never a request that its reader may not see: the name of its root would be told. */
        @Nullable String next() {
            if (!isFull) {
                return null;
            }
            Waiter last = rows.getLast().waiter();
            return Cursor.of(new Cursor.InLine(last.resource().root(), last.ticket()));
        }
    }

    static void write(JsonGenerator json, Row row) {
        RequestJson.write(json, row.waiter());
        json.writeNumberProperty("position", row.position());
    }

    private void fill(Page page, Optional<Cursor.InLine> after) {
        after.ifPresent(place -> page.add(place.root(), after));
        @Nullable Root last = after.map(Cursor.InLine::root).orElse(null);
        List<Root> roots;
        do {
            roots = engine.queues().roots(last, ROOTS_PER_PAGE);
            for (Root root : roots) {
                if (page.isFull) {
                    return;
                }
                page.add(root, Optional.empty());
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

    private List<Row> rowsOf(Root root) {
        return rows(engine.queues().of(root));
    }

    private static List<Row> rows(List<Waiter> queue) {
        var rows = new ArrayList<Row>();
        for (int i = 0; i < queue.size(); i++) {
            Waiter waiter = queue.get(i);
            long ahead =
                    queue.subList(0, i).stream()
                            .filter(other -> other.resource().overlaps(waiter.resource()))
                            .count();
            rows.add(new Row(waiter, (int) ahead + 1));
        }
        return rows;
    }
}
