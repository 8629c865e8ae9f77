UPDATE waiters SET until = ? WHERE root = ? AND ticket = ? AND until > ?;
