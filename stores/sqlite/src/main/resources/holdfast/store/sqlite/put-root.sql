INSERT INTO roots (root, number, version, epoch, waiting, ended, touched_at)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET
    number = excluded.number,
    version = excluded.version,
    epoch = excluded.epoch,
    waiting = excluded.waiting,
    ended = excluded.ended,
    touched_at = excluded.touched_at;
