SELECT DISTINCT root FROM holds INDEXED BY holds_by_owner WHERE until <= ? LIMIT ?;
