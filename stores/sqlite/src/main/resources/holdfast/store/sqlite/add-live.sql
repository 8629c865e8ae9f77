INSERT INTO live (root, request) VALUES (?, ?) ON CONFLICT DO NOTHING;
