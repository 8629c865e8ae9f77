-- One index instead of two: see the schema. Files of version 5 have the one or the two.
DROP INDEX IF EXISTS holds_by_lock;
DROP INDEX IF EXISTS holds_by_owner;
CREATE INDEX holds_by_owner ON holds (owner, until, lock);
