SELECT 1 FROM live WHERE root = ? AND request = ?;
