package holdfast.store.sqlite;

import holdfast.model.Mode;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects the waiters of a root that a view shows, each once. Used once. */
final class QueueFront {
    private final Snapshot at;
    private final Session session;
    private final Root root;
    private final Map<Ticket, Waiter> shown = new HashMap<>();

    private final List<Waiter> tails = new ArrayList<>();

    private record Place(String path, Mode mode) {}

    QueueFront(Snapshot at, Root root) {
        this.at = at;
        this.session = at.session();
        this.root = root;
    }

    List<Waiter> inTurn() {
        return shown.values().stream().sorted(Waiter.TURN_ORDER).toList();
    }

    List<Waiter> tails() {
        return tails;
    }

    /** Adds those who may be next for each path and mode; answers how many paths there are. */
    int addHeads() throws SQLException {
        var paths = new HashSet<String>();
        for (Place place : places()) {
            addHeads(place);
            paths.add(place.path);
        }
        return paths.size();
    }

    /** Adds the earliest of those whose owner has a hold in the root. */
    void addInsiders() throws SQLException {
        add(
                session.on(Sql.INSIDERS)
                        .with(root.text())
                        .with(at.now().epochNanos())
                        .with(LockStore.INSIDERS_SHOWN));
    }

    void add(Interest interest) throws SQLException {
        for (OwnerId owner : interest.owners()) {
            add(
                    session.on(Sql.WAITERS_OF_OWNER)
                            .with(owner.text())
                            .with(root.text())
                            .with(at.now().epochNanos()));
        }
        for (RequestId request : interest.requests()) {
            add(session.on(Sql.WAITERS_OF_REQUEST).with(root.text()).with(request.text()));
        }
    }

    private List<Place> places() throws SQLException {
        try (Rows rows = session.on(Sql.WAITING_OF_ROOT).with(root.text()).rows()) {
            var places = new ArrayList<Place>();
            while (rows.next()) {
                places.add(new Place(rows.text(), Words.read(Mode.class, rows.text())));
            }
            return places;
        }
    }

    private void addHeads(Place place) throws SQLException {
        int limit = place.mode == Mode.SHARED ? LockStore.SHARERS_SHOWN : 1;
        List<Waiter> heads = WaiterRows.list(live(Sql.HEADS, place).with(limit));
        heads.forEach(this::show);
        if (heads.size() == limit && ownersOf(heads).size() == 1) {
            OwnerId first = heads.getFirst().owner().id();
            add(live(Sql.HEAD_OF_ANOTHER_OWNER, place).with(first.text()));
        }
        addLast(place);
    }

    private void addLast(Place place) throws SQLException {
        WaiterRows.list(line(Sql.LAST_IN_LINE, place)).stream()
                .filter(last -> last.isLive(at.now()))
                .forEach(tails::add);
    }

    private Prepared live(Sql sql, Place place) throws SQLException {
        return line(sql, place).with(at.now().epochNanos());
    }

    private Prepared line(Sql sql, Place place) throws SQLException {
        return session.on(sql).with(root.text()).with(place.path).with(Words.of(place.mode));
    }

    private static Set<OwnerId> ownersOf(List<Waiter> waiters) {
        var owners = new HashSet<OwnerId>();
        waiters.forEach(waiter -> owners.add(waiter.owner().id()));
        return owners;
    }

    private void add(Prepared query) throws SQLException {
        WaiterRows.list(query).forEach(this::show);
    }

    private void show(Waiter waiter) {
        shown.put(waiter.ticket(), waiter);
    }
}
