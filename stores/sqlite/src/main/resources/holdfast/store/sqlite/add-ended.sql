INSERT INTO ended (root, request, number, at, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING;
