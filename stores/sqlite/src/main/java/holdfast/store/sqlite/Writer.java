package holdfast.store.sqlite;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Does batches of writes, each batch in one transaction: all of it is on disk before anybody hears of it, or nothing is.
 * Used by one thread at a time; {@link GroupCommit} sees to that.
 */
final class Writer {
    private final SqliteFile file;
    private final StoreClock clock;
    private final Patience patience;
    private final Listeners listeners;
    private final Mailbox mailbox;
    private final Sweep sweep = new Sweep();
    private final AtomicLong batches = new AtomicLong();
    private @Nullable Session session;
    private Familiar familiar = new Familiar();

    Writer(SqliteFile.Opened opened, StoreClock clock, Patience patience, Mailbox mailbox) {
        this.file = opened.file();
        this.session = opened.session();
        this.clock = clock;
        this.patience = patience;
        this.mailbox = mailbox;
        this.listeners = mailbox.listeners();
    }

    /** How many transactions have reached the disk. */
    long batches() {
        return batches.get();
    }

    /** Gives each seat its signal. */
    void write(List<Seat> seats) {
        try {
            attempt(seats);
            Seat.succeed(seats);
        } catch (CommitFailed e) {
            seats.forEach(seat -> seat.fail(file.errors().whileCommitting(e.reason)));
        } catch (SQLException e) {
            if (SqliteErrors.concernsOneWrite(e)) {
                failOne(seats, file.errors().nothingWritten(e));
            } else {
                seats.forEach(seat -> seat.fail(file.errors().nothingWritten(e)));
            }
        } catch (RuntimeException e) {
            failOne(seats, e);
        } catch (Error e) {
            failOne(
                    seats,
                    new IllegalStateException(
                            "a write ended with an error; nothing was written", e));
        }
    }

    /** One of the writes cannot be applied. Alone, each of the others still can. */
    private void failOne(List<Seat> seats, RuntimeException why) {
        if (seats.size() == 1) {
            seats.getFirst().fail(why);
        } else {
            seats.forEach(seat -> write(List.of(seat)));
        }
    }

    private void attempt(List<Seat> seats) throws SQLException, CommitFailed {
        file.checkStillThere();
        Session open = session();
        Transaction transaction;
        try {
            patience.whileBusy(open::beginWriting);
            familiar.begin(open);
            transaction = apply(open, seats);
        } catch (SQLException | RuntimeException | Error e) {
            // Closing it rolls back whatever was done. It is not used again: a statement may have
            // been left half way.
            discardSession();
            throw e;
        }
        commit(open, transaction);
        transaction.tellListeners();
    }

    private Transaction apply(Session open, List<Seat> seats) throws SQLException {
        var transaction = new Transaction(open, familiar, clock, listeners);
        for (Write.Turn turn : Write.Turn.values()) {
            for (Seat seat : seats) {
                for (Write write : seat.writes()) {
                    if (write.turn() == turn) {
                        write.apply(transaction);
                    }
                }
            }
        }
        for (Seat seat : seats) {
            for (Write write : seat.writes()) {
                write.conclude(transaction);
            }
        }
        if (transaction.hasChanged()) {
            mailbox.empty(open);
            sweep.now(transaction);
            transaction.keepTime();
        }
        return transaction;
    }

    private void commit(Session open, Transaction transaction) throws CommitFailed {
        try {
            open.commit();
        } catch (SQLException e) {
            discardSession();
            throw new CommitFailed(e);
        }
        if (transaction.hasChanged()) {
            batches.incrementAndGet();
        }
    }

    private Session session() throws SQLException {
        Session open = session;
        if (open == null) {
            open = file.openSession();
            session = open;
        }
        return open;
    }

    private void discardSession() {
        Session old = session;
        session = null;
        familiar = new Familiar();
        if (old != null) {
            file.closeQuietly(old);
        }
    }

    /** To be called when nothing is written any more. */
    void close() {
        discardSession();
    }

    /** The commit itself failed, so that its outcome may be unknown. */
    private static final class CommitFailed extends Exception {
        private static final long serialVersionUID = 1;

        private final transient SQLException reason;

        CommitFailed(SQLException reason) {
            super(reason);
            this.reason = reason;
        }
    }
}
