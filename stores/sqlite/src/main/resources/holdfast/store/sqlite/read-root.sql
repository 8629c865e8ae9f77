SELECT concat_ws(char(10), r.number, r.version, r.epoch, r.waiting, r.ended,
    ifnull((SELECT max(token) FROM holds WHERE root = r.root), '')) AS packed
FROM roots AS r WHERE r.root = ?;
