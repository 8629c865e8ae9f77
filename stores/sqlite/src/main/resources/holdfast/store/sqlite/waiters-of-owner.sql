SELECT root, ticket, turn, until, body FROM waiters
WHERE owner = ? AND root = ? AND until > ? ORDER BY turn, ticket;
