UPDATE holds SET standing = ?, heartbeat_at = ?, until = ? WHERE root = ? AND token = ?;
