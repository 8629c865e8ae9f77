UPDATE ended SET number = number - 1 WHERE root = ? AND number > ?;
