INSERT INTO holds (root, token, lock, owner, standing, heartbeat_at, until, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?);
