package holdfast.store.sqlite;

import holdfast.model.StoreTime;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one clock of the file, for all processes: within a boot of the machine its boot clock, so that setting the wall clock
 * expires nobody; across boots the wall clock; and never below the time of the last commit, which is kept in the file.
 *
 * <p>The first process that writes in a boot keeps how far the store's time is ahead of the boot clock; from then on all
 * processes of the boot add the same number.
 *
 * <p>Safe for use by many threads.
 */
final class StoreClock {
    private final HostClock host;
    private final AtomicLong latest = new AtomicLong();

    StoreClock(HostClock host) {
        this.host = host;
    }

    /** What the clocks said before a transaction began, and the latest time that this process has seen. */
    record Reading(HostClock.Reading host, long latest) {}

    /** To be taken before a look begins: what it then does not see happened after this time. */
    Reading read() {
        return new Reading(host.read(), latest.get());
    }

    /** The time of a look. */
    StoreTime at(Reading reading, Session session) throws SQLException {
        return advanceTo(time(reading, stored(session)));
    }

    /** The time of a commit, inside its transaction. Makes this boot's clock the file's if it is not yet. */
    StoreTime atCommit(Session session) throws SQLException {
        Reading reading = read();
        Stored stored = stored(session);
        long time = time(reading, stored);
        if (!host.boot().isEmpty() && !host.boot().equals(stored.boot)) {
            session.on(Sql.ANCHOR_CLOCK)
                    .with(time)
                    .with(host.boot())
                    .with(time - reading.host.sinceBootNanos())
                    .update();
        }
        return advanceTo(time);
    }

    private StoreTime advanceTo(long time) {
        latest.accumulateAndGet(time, Math::max);
        return new StoreTime(time);
    }

    private long time(Reading reading, Stored stored) {
        boolean sameBoot = !stored.boot.isEmpty() && stored.boot.equals(host.boot());
        long time =
                sameBoot
                        ? Math.addExact(reading.host.sinceBootNanos(), stored.bootOffset)
                        : reading.host.wallNanos();
        return Math.max(time, Math.max(reading.latest, stored.highWater));
    }

    private record Stored(long highWater, String boot, long bootOffset) {}

    private static Stored stored(Session session) throws SQLException {
        try (Rows rows = session.on(Sql.READ_CLOCK).rows()) {
            if (!rows.next()) {
                throw new SQLException("the table meta has lost its row");
            }
            return new Stored(rows.number(), rows.text(), rows.number());
        }
    }
}
