INSERT INTO audit (at, body) VALUES (?, ?);
