package holdfast.store.sqlite;

import holdfast.model.EngineId;
import holdfast.store.LockStore.Listening;
import holdfast.store.Notice;
import holdfast.store.StoreException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** An open file with everything that reads, writes and watches it. Safe for use by many threads. */
final class SqliteAccess implements AutoCloseable {
    private final Readers readers;
    private final Writer writer;
    private final GroupCommit commits;
    private final Listeners listeners = new Listeners();
    private final NoticeFeed feed;
    private volatile boolean closed;

    private SqliteAccess(SqliteFile.Opened opened, StoreClock clock, Patience patience) {
        SqliteFile file = opened.file();
        var mailbox = new Mailbox(listeners);
        readers = new Readers(file, clock, patience);
        writer = new Writer(opened, clock, patience, mailbox);
        commits = new GroupCommit(writer::write);
        feed = new NoticeFeed(file, mailbox, commits);
    }

    static SqliteAccess open(Path path, SqliteOptions options, HostClock host) {
        var patience = new Patience(options.patience());
        return new SqliteAccess(SqliteFile.open(path, patience), new StoreClock(host), patience);
    }

    <T> T look(Readers.Look<T> look) {
        return readers.look(look);
    }

    /** Returns when the writes are on disk. */
    void write(List<? extends Write> writes) {
        commits.make(writes);
    }

    Listening listen(EngineId engine, Consumer<Notice> listener) {
        if (closed) {
            throw new StoreException.Unavailable("the store is closed", null);
        }
        Listening listening = listeners.add(engine, listener);
        feed.start();
        return listening;
    }

    /** How many transactions have reached the disk. */
    long batches() {
        return writer.batches();
    }

    @Override
    public void close() {
        closed = true;
        feed.close();
        commits.close();
        readers.close();
        listeners.close();
        writer.close();
    }
}
