SELECT root, ticket, turn, until, body FROM waiters WHERE root = ? ORDER BY turn, ticket LIMIT ?;
