DELETE FROM holds WHERE root = ? AND token = ?;
