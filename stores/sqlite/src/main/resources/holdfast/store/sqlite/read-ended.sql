SELECT body FROM ended WHERE root = ? AND request = ? AND number > ? AND at > ?;
