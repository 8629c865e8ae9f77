DELETE FROM live WHERE root = ?;
