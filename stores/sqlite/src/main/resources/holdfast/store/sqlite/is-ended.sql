SELECT 1 FROM ended WHERE root = ?1 AND request = ?2 AND number > ?3 AND at > ?4
UNION ALL
SELECT 1 FROM ended WHERE root = ?1 AND other_request = ?2 AND number > ?3 AND at > ?4 LIMIT 1;
