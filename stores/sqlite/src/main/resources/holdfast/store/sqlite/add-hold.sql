INSERT INTO holds (root, token, lock, owner, requests, standing, heartbeat_at, until, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?);
