DELETE FROM ended WHERE root = ? AND at <= ?;
