-- By end, since the lapsed ones are few and the waiters of a root may be many.
SELECT ticket FROM waiters INDEXED BY waiters_by_end WHERE until <= ? AND root = ? LIMIT ?;
