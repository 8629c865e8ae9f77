SELECT version, body FROM documents WHERE key = ?;
