INSERT INTO freezes (id, until, body) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET until = excluded.until, body = excluded.body;
