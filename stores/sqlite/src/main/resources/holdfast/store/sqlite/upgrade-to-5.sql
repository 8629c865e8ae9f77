-- One index instead of two: see the schema.
DROP INDEX holds_by_lock;
DROP INDEX holds_by_owner;
CREATE INDEX holds_by_owner ON holds (owner, until, lock);
