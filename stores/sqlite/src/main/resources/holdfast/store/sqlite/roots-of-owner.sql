SELECT root FROM holds WHERE owner = ?1
UNION
SELECT root FROM waiters WHERE owner = ?1;
