UPDATE roots SET number = ?, version = ?, epoch = ?, waiting = ?, ended = ?, touched_at = ? WHERE root = ?;
