-- One statement for what most commits ask: the time, the row, when one hold ends, whether one request is known or was told to be over.
-- The driver reads the names of the columns each time: an expression without one has its whole text for a name.
SELECT m.high_water, m.boot, m.boot_offset, m.anchored_at,
    r.number, r.version, r.epoch, r.waiting, r.ended, (SELECT max(token) FROM holds WHERE root = ?1) AS granted,
    (SELECT until FROM holds WHERE root = ?1 AND token = ?2) AS until,
    CASE WHEN ?3 IS NULL THEN 0 ELSE
        EXISTS (SELECT 1 FROM holds WHERE root = ?1 AND instr(requests, char(10) || ?3 || char(10)))
            OR r.waiting > 0 AND EXISTS (SELECT 1 FROM waiters WHERE root = ?1 AND request = ?3)
    END AS live,
    CASE WHEN ?3 IS NOT NULL THEN
        (SELECT max(at) FROM ended WHERE root = ?1 AND (request = ?3 OR other_request = ?3) AND number > r.ended - ?4)
    END AS ended_at
FROM meta AS m LEFT JOIN roots AS r ON r.root = ?1 WHERE m.id = 1;
