-- One statement for what most commits ask: the row, when one hold ends, whether one request is known.
-- The driver reads the names of the columns each time: an expression without one has its whole text for a name.
SELECT r.number, r.version, r.epoch, r.waiting, r.ended,
    (SELECT until FROM holds WHERE root = ?1 AND token = ?2) AS until,
    CASE WHEN ?3 IS NULL THEN 0 ELSE
        EXISTS (SELECT 1 FROM holds WHERE root = ?1 AND instr(requests, char(10) || ?3 || char(10)))
            OR r.waiting > 0 AND EXISTS (SELECT 1 FROM waiters WHERE root = ?1 AND request = ?3)
            OR EXISTS (
                SELECT 1 FROM ended
                WHERE root = ?1 AND (request = ?3 OR other_request = ?3) AND number > r.ended - ?4 AND at > ?5)
    END AS known
FROM roots AS r WHERE r.root = ?1;
