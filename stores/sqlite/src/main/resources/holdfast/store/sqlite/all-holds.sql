SELECT root, token, standing, heartbeat_at, until, body FROM holds
WHERE (root, token) > (?, ?) ORDER BY root, token LIMIT ?;
