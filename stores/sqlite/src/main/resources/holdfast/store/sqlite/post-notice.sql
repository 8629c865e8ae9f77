INSERT INTO notices (engine, root, posted) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET posted = max(posted + 1, excluded.posted);
