SELECT body FROM ended
WHERE root = ?1 AND (request = ?2 OR other_request = ?2) AND number > ?3 AND at > ?4
ORDER BY entry DESC LIMIT 1;
