INSERT INTO waiters (root, ticket, path, mode, turn, owner, request, until, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?);
