SELECT DISTINCT root FROM waiters INDEXED BY waiters_by_end WHERE until <= ? LIMIT ?;
