INSERT INTO holds (root, token, lock, owner, requests, acquired_at, standing, heartbeat_at, until, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
