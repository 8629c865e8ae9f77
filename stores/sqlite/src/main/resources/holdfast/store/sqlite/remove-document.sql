DELETE FROM documents WHERE key = ?;
