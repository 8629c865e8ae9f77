-- Whether the request waits or is a claim of a hold.
SELECT 1 FROM waiters WHERE root = ?1 AND request = ?2
UNION ALL
SELECT 1 FROM holds WHERE root = ?1 AND instr(requests, char(10) || ?2 || char(10)) LIMIT 1;
