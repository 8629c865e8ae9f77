SELECT r.root, r.waiting = 0 AND r.touched_at <= ?1 AND NOT EXISTS (SELECT 1 FROM holds WHERE root = r.root)
FROM roots AS r WHERE r.root > (SELECT swept_to FROM meta WHERE id = 1) ORDER BY r.root LIMIT ?2;
