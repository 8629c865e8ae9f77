INSERT INTO waiting (root, path, mode, waiters) VALUES (?, ?, ?, 1)
ON CONFLICT DO UPDATE SET waiters = waiters + 1;
