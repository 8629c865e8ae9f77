-- Removes what has been remembered for long enough, or was pushed out by newer ones of its root.
DELETE FROM ended
WHERE entry > ?1 AND entry <= ?2
    AND (at <= ?3 OR number <= (SELECT r.ended - ?4 FROM roots AS r WHERE r.root = ended.root));
