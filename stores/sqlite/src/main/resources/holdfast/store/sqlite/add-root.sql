INSERT INTO roots (number, version, epoch, waiting, ended, touched_at, root) VALUES (?, ?, ?, ?, ?, ?, ?);
