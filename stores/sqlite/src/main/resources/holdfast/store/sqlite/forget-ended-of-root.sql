DELETE FROM ended WHERE root = ?;
