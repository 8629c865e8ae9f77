SELECT DISTINCT root FROM waiters WHERE until <= ? LIMIT ?;
