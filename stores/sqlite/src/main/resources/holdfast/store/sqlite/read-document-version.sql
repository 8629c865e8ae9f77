SELECT version FROM documents WHERE key = ?;
