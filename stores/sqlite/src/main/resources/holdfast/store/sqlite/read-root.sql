SELECT r.number, r.version, r.epoch, r.waiting, r.ended, (SELECT max(token) FROM holds WHERE root = r.root) AS granted
FROM roots AS r WHERE r.root = ?;
