INSERT INTO ended (root, request, other_request, number, at, body) VALUES (?, ?, ?, ?, ?, ?);
