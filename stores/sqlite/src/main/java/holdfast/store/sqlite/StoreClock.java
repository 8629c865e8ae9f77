package holdfast.store.sqlite;

import holdfast.model.StoreTime;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one clock of the file, for all processes: within a boot of the machine its boot clock, so that setting the wall clock
 * expires nobody; across boots the wall clock; and never below the time of the last commit.
 *
 * <p>The first process that writes in a boot keeps how far the store's time is ahead of the boot clock; from then on all
 * processes of the boot add the same number. Within the boot that clock alone never goes back, so the time of the last commit
 * need not be kept in the file by every commit: it is kept again when what is there is {@link #LAG_NANOS} old, and who must know
 * better, in another boot, adds as much. A look that overlaps a commit may show it and be timed shortly before it.
 *
 * <p>Safe for use by many threads.
 */
final class StoreClock {
    private static final long LAG_NANOS = 10_000_000;

    /** So long after a boot's clock became the file's, every commit keeps its time: processes that see two boots may be taking turns. */
    private static final long SETTLED_AFTER_NANOS = 1_000_000_000;

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
        return advanceTo(time(reading, Stored.read(session)));
    }

    /**
     * The time of a commit.
     *
     * @param toBeKept whether the commit must keep it in the file
     */
    record CommitTime(StoreTime now, boolean toBeKept) {}

    /** The time of a commit, inside its transaction. Makes this boot's clock the file's if it is not yet. */
    CommitTime atCommit(Stored stored, Session session) throws SQLException {
        Reading reading = read();
        long time = time(reading, stored);
        if (!host.boot().isEmpty() && !host.boot().equals(stored.boot)) {
            session.on(Sql.ANCHOR_CLOCK)
                    .with(time)
                    .with(host.boot())
                    .with(time - reading.host.sinceBootNanos())
                    .update();
        }
        boolean followsFromTheClock =
                isOfThisBoot(stored)
                        && reading.host.exact()
                        && time >= stored.anchoredAt + SETTLED_AFTER_NANOS
                        && time < stored.highWater + LAG_NANOS;
        return new CommitTime(advanceTo(time), !followsFromTheClock);
    }

    private StoreTime advanceTo(long time) {
        latest.accumulateAndGet(time, Math::max);
        return new StoreTime(time);
    }

    private long time(Reading reading, Stored stored) {
        long time =
                isOfThisBoot(stored)
                        ? Math.max(
                                Math.addExact(reading.host.sinceBootNanos(), stored.bootOffset),
                                stored.highWater)
                        : Math.max(reading.host.wallNanos(), stored.noCommitAfter());
        return Math.max(time, reading.latest);
    }

    private boolean isOfThisBoot(Stored stored) {
        return !stored.boot.isEmpty() && stored.boot.equals(host.boot());
    }

    /** What the file knows of the time. */
    record Stored(long highWater, String boot, long bootOffset, long anchoredAt) {
        /** Commits that did not keep their time were later than what is kept, but by less than the lag, and after the settling. */
        long noCommitAfter() {
            long lagging = Math.addExact(highWater, LAG_NANOS);
            return boot.isEmpty() || lagging < anchoredAt + SETTLED_AFTER_NANOS
                    ? highWater
                    : lagging;
        }

        static Stored read(Session session) throws SQLException {
            try (Rows rows = session.on(Sql.READ_CLOCK).rows()) {
                return read(packed(rows));
            }
        }

        /** The next row, which is there as long as the table meta has one. */
        static Packed packed(Rows rows) throws SQLException {
            if (!rows.next()) {
                throw new SQLException("the table meta has lost its row");
            }
            return rows.packed();
        }

        /** Reads the next values. */
        static Stored read(Packed row) throws SQLException {
            return new Stored(row.number(), row.text(), row.number(), row.number());
        }
    }
}
