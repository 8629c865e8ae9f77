UPDATE holds SET requests = ?, until = ?, body = ? WHERE root = ? AND token = ?;
