SELECT root, token, standing, heartbeat_at, until, body FROM holds WHERE root = ? ORDER BY token;
