INSERT INTO documents (key, version, body) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET version = excluded.version, body = excluded.body;
