SELECT root, token, lock, acquired_at, standing, heartbeat_at, until, body FROM holds WHERE root = ? ORDER BY token;
