UPDATE roots SET kept_number = ?, kept_version = ?, epoch = ?, waiting = ?, ended = ?, touched_at = ? WHERE root = ?;
