SELECT root, ticket, turn, until, body FROM waiters INDEXED BY waiters_in_turn
WHERE root = ? AND path = ? AND mode = ? ORDER BY turn DESC, ticket DESC LIMIT 1;
