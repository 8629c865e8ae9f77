-- One statement for what most commits ask: the time, the row, when one hold ends, whether one request is known or was told to be over.
SELECT m.high_water || char(10) || m.boot || char(10) || m.boot_offset || char(10) || m.anchored_at || char(10)
    || ifnull(r.kept_number, '') || char(10) || ifnull(r.kept_version, '') || char(10) || ifnull(r.epoch, '') || char(10)
    || ifnull(r.waiting, '') || char(10) || ifnull(r.ended, '') || char(10)
    || ifnull((SELECT max(token) FROM holds WHERE root = ?1), '') || char(10)
    || ifnull((SELECT until FROM holds WHERE root = ?1 AND token = ?2), '') || char(10)
    || CASE WHEN ?3 IS NULL THEN 0 ELSE
        EXISTS (SELECT 1 FROM holds WHERE root = ?1 AND instr(requests, char(10) || ?3 || char(10)))
            OR (ifnull(r.waiting, 0) > 0 AND EXISTS (SELECT 1 FROM waiters WHERE root = ?1 AND request = ?3))
    END || char(10)
    || CASE WHEN ?3 IS NULL THEN '' ELSE ifnull(
        (SELECT max(at) FROM ended WHERE root = ?1 AND (request = ?3 OR other_request = ?3) AND number > r.ended - ?4), '')
    END AS packed
FROM meta AS m LEFT JOIN roots AS r ON r.root = ?1 WHERE m.id = 1;
