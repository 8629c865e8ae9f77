-- The unary plus keeps the search on waiters_by_end: the lapsed ones are few, the waiters of a root may be many.
SELECT ticket FROM waiters WHERE until <= ? AND +root = ? LIMIT ?;
