-- Renamed, so that what an older program has open fails instead of taking them for the whole: see the schema.
ALTER TABLE roots RENAME COLUMN number TO kept_number;
ALTER TABLE roots RENAME COLUMN version TO kept_version;
