DELETE FROM ended WHERE root = ? AND request = ? RETURNING number;
