UPDATE waiting SET waiters = waiters - 1 WHERE root = ? AND path = ? AND mode = ?;
