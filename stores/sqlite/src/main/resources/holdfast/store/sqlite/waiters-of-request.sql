SELECT root, ticket, turn, until, body FROM waiters WHERE root = ? AND request = ? ORDER BY turn, ticket;
