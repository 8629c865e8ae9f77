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
        Optional<Root> after = query.text("cursor").map(Cursor::root);
        query.end();
        var rows = new ArrayList<Row>();
        Root last =
                resource.isPresent()
                        ? ofOne(resource.get(), rows)
                        : ofMany(after.orElse(null), limit, rows, call::maySee);
        rows.removeIf(row -> !call.maySee(row.waiter().resource()));
        return Reply.json(
                Statuses.OK,
                json -> {
                    Json.array(json, "requests", rows, RequestList::write);
                    Json.textIfAny(json, "next_cursor", last == null ? null : Cursor.of(last));
                });
    }

    static void write(JsonGenerator json, Row row) {
        RequestJson.write(json, row.waiter());
        json.writeNumberProperty("position", row.position());
    }

    private @Nullable Root ofOne(Resource resource, List<Row> rows) {
        for (Row row : rowsOf(resource.root())) {
            if (row.waiter().resource().overlaps(resource)) {
                rows.add(row);
            }
        }
        return null;
    }

    /**
     * Whole roots until there are enough rows; answers the last of them if there are more. A root of which nothing is shown is never
     * that: callers would learn its name.
     */
    private @Nullable Root ofMany(
            @Nullable Root after, int limit, List<Row> rows, Predicate<Resource> shown) {
        Root last = after;
        while (rows.size() < limit) {
            List<Root> roots = engine.queues().roots(last, ROOTS_PER_PAGE);
            for (Root root : roots) {
                rowsOf(root).stream()
                        .filter(row -> shown.test(row.waiter().resource()))
                        .forEach(rows::add);
                last = root;
                if (rows.size() >= limit) {
                    return last;
                }
            }
            if (roots.size() < ROOTS_PER_PAGE) {
                return null;
            }
        }
        return last;
    }

    /** Everybody who waits for anything. */
    List<Row> all() {
        var rows = new ArrayList<Row>();
        ofMany(null, Integer.MAX_VALUE, rows, resource -> true);
        return rows;
    }

    private List<Row> rowsOf(Root root) {
        List<Waiter> queue = engine.queues().of(root);
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
