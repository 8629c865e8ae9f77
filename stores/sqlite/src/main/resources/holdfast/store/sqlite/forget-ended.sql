UPDATE ended SET request = NULL WHERE root = ? AND request = ?;
