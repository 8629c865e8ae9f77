SELECT w.root, w.ticket, w.turn, w.until, w.body
FROM (SELECT DISTINCT owner FROM holds WHERE root = ?1) AS h
    CROSS JOIN waiters AS w INDEXED BY waiters_by_owner ON w.owner = h.owner AND w.root = ?1
WHERE w.until > ?2 ORDER BY w.turn, w.ticket LIMIT ?3;
