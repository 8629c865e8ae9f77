-- Since 1970, so that the first commit keeps the time: see StoreClock.
ALTER TABLE meta ADD COLUMN anchored_at INTEGER NOT NULL DEFAULT 0;
