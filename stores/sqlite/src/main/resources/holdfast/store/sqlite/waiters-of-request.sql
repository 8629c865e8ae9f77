SELECT root, ticket, turn, until, body FROM waiters INDEXED BY waiters_by_request
WHERE root = ? AND request = ? ORDER BY turn, ticket;
