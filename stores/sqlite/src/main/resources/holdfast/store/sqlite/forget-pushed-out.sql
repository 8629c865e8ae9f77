DELETE FROM ended WHERE root = ? AND number <= ?;
