DELETE FROM waiters WHERE root = ? AND ticket = ? RETURNING path, mode;
