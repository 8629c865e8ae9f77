INSERT INTO roots (kept_number, kept_version, epoch, waiting, ended, touched_at, root) VALUES (?, ?, ?, ?, ?, ?, ?);
