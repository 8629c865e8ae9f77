SELECT root, ticket, turn, until, body FROM waiters INDEXED BY waiters_by_owner
WHERE owner = ? AND root = ? AND until > ? ORDER BY turn, ticket;
