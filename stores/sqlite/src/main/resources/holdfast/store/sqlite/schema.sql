-- Times are nanoseconds of the store's clock since 1970. A body is JSON and holds what no statement looks at.

-- One row. boot and boot_offset turn the host's boot clock into the store's since anchored_at: see StoreClock.
CREATE TABLE meta (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    high_water INTEGER NOT NULL,
    boot TEXT NOT NULL,
    boot_offset INTEGER NOT NULL,
    anchored_at INTEGER NOT NULL,
    document_version INTEGER NOT NULL,
    swept_to TEXT NOT NULL,
    ended_swept_to INTEGER NOT NULL,
    agreement TEXT
) STRICT;

-- A root that was ever touched. It stays for a while after its last hold, so that its numbers never go back.
-- ended counts what was told about the ends of its requests. The largest token among its holds counts as number and version if it is
-- more than what is kept here: so a grant mostly leaves this row as it is.
CREATE TABLE roots (
    root TEXT NOT NULL PRIMARY KEY,
    kept_number INTEGER NOT NULL,
    kept_version INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    touched_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- requests are those of the claims, each between two line ends.
CREATE TABLE holds (
    root TEXT NOT NULL,
    token INTEGER NOT NULL,
    lock TEXT NOT NULL,
    owner TEXT NOT NULL,
    requests TEXT NOT NULL,
    acquired_at INTEGER NOT NULL,
    standing TEXT NOT NULL,
    heartbeat_at INTEGER NOT NULL,
    until INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (root, token)
) STRICT, WITHOUT ROWID;
-- With until and lock, so that ends and locks are looked for in it alone: an index for each would be one more page to write for every
-- hold. Few ask for a lock by its id without naming its root.
CREATE INDEX holds_by_owner ON holds (owner, until, lock);

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

-- What became of requests that are over, in the order of their ends. Two requests may share a row; of several rows for one request
-- the last counts. number counts the rows of one root, so that by it is known how many came after one.
-- The indexes are in the order of the requests' ids, which mostly is that of time. So what one transaction adds, and what a sweep
-- removes, lies on few pages, whatever roots it belongs to.
CREATE TABLE ended (
    entry INTEGER PRIMARY KEY,
    root TEXT NOT NULL,
    request TEXT NOT NULL,
    other_request TEXT,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX ended_by_request ON ended (request, root);
CREATE INDEX ended_by_other_request ON ended (other_request, root) WHERE other_request IS NOT NULL;

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
