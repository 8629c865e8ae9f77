SELECT 1 FROM waiters WHERE root = ? AND ticket = ?;
