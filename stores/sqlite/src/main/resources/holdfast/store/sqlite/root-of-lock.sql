SELECT root FROM holds INDEXED BY holds_by_owner WHERE lock = ? LIMIT 1;
