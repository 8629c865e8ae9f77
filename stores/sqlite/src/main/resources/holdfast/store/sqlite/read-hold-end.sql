SELECT until FROM holds WHERE root = ? AND token = ?;
