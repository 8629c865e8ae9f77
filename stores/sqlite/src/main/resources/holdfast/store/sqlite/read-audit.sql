SELECT at, body FROM audit ORDER BY entry DESC LIMIT ?;
