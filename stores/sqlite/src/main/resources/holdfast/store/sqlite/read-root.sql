SELECT r.kept_number || char(10) || r.kept_version || char(10) || r.epoch || char(10) || r.waiting || char(10) || r.ended || char(10)
    || ifnull((SELECT max(token) FROM holds WHERE root = r.root), '') AS packed
FROM roots AS r WHERE r.root = ?;
