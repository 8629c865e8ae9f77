SELECT root, ticket, turn, until, body FROM waiters
WHERE root = ? AND path = ? AND mode = ? AND until > ? ORDER BY turn, ticket LIMIT ?;
