DELETE FROM roots WHERE root = ?;
