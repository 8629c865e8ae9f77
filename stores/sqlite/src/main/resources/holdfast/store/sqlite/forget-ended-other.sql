UPDATE ended SET other_request = NULL WHERE root = ? AND other_request = ?;
