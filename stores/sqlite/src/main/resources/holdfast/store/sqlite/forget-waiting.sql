DELETE FROM waiting WHERE root = ? AND path = ? AND mode = ? AND waiters <= 0;
