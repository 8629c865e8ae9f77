SELECT DISTINCT root FROM waiting WHERE root > ? ORDER BY root LIMIT ?;
