-- Times are nanoseconds of the store's clock since 1970. A body is JSON and holds what no statement looks at.

-- One row. boot and boot_offset turn the host's boot clock into the store's: see StoreClock.
CREATE TABLE meta (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    high_water INTEGER NOT NULL,
    boot TEXT NOT NULL,
    boot_offset INTEGER NOT NULL,
    document_version INTEGER NOT NULL,
    swept_to TEXT NOT NULL,
    agreement TEXT
) STRICT;

-- A root that was ever touched. It stays for a while after its last hold, so that its numbers never go back.
-- ended is the number of the latest request of the root that is over; those up to forgotten have been removed.
CREATE TABLE roots (
    root TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    forgotten INTEGER NOT NULL,
    touched_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE holds (
    root TEXT NOT NULL,
    token INTEGER NOT NULL,
    lock TEXT NOT NULL,
    owner TEXT NOT NULL,
    standing TEXT NOT NULL,
    heartbeat_at INTEGER NOT NULL,
    until INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (root, token)
) STRICT, WITHOUT ROWID;
CREATE INDEX holds_by_lock ON holds (lock);
-- With until, so that all ends are read from it alone: an index by end would be one more page to write for every hold.
CREATE INDEX holds_by_owner ON holds (owner, until);

CREATE TABLE waiters (
    root TEXT NOT NULL,
    ticket INTEGER NOT NULL,
    path TEXT NOT NULL,
    mode TEXT NOT NULL,
    turn INTEGER NOT NULL,
    owner TEXT NOT NULL,
    request TEXT NOT NULL,
    until INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (root, ticket)
) STRICT, WITHOUT ROWID;
-- With owner, so that a crowd of one owner is passed over without looking at each.
CREATE INDEX waiters_in_turn ON waiters (root, path, mode, turn, ticket, owner);
CREATE INDEX waiters_by_owner ON waiters (owner, root, turn, ticket);
CREATE INDEX waiters_by_request ON waiters (root, request);
CREATE INDEX waiters_by_end ON waiters (until);

-- Which paths somebody waits for in which mode, so that the heads of the queue are found without reading the queue.
CREATE TABLE waiting (
    root TEXT NOT NULL,
    path TEXT NOT NULL,
    mode TEXT NOT NULL,
    waiters INTEGER NOT NULL,
    PRIMARY KEY (root, path, mode)
) STRICT, WITHOUT ROWID;

-- Requests that wait or hold. Small and often changed, while what follows is large and only grows and shrinks.
CREATE TABLE live (
    root TEXT NOT NULL,
    request TEXT NOT NULL,
    PRIMARY KEY (root, request)
) STRICT, WITHOUT ROWID;

-- What became of requests that are over. Those of a root are numbered without gaps, so that by its number alone is known how
-- many came after one.
CREATE TABLE ended (
    root TEXT NOT NULL,
    request TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (root, request)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER what_ended_is_not_live AFTER INSERT ON ended BEGIN
    DELETE FROM live WHERE root = new.root AND request = new.request;
END;

CREATE TABLE freezes (
    id TEXT NOT NULL PRIMARY KEY,
    until INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    entry INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;

-- Roots that an engine of another process should look at.
CREATE TABLE notices (
    engine TEXT NOT NULL,
    root TEXT NOT NULL,
    posted INTEGER NOT NULL,
    PRIMARY KEY (engine, root)
) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
    key TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;
