DELETE FROM live WHERE root = ? AND request = ?;
