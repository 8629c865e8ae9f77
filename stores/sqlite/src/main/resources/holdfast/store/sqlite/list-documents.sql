SELECT key FROM documents WHERE key > ? AND key >= ? AND key < ? ORDER BY key LIMIT ?;
