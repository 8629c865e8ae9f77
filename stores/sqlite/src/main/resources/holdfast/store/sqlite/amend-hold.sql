UPDATE holds SET until = ?, body = ? WHERE root = ? AND token = ?;
