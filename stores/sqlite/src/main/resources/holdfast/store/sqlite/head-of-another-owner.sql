SELECT root, ticket, turn, until, body FROM waiters INDEXED BY waiters_in_turn
WHERE root = ? AND path = ? AND mode = ? AND until > ? AND owner <> ? ORDER BY turn, ticket LIMIT 1;
