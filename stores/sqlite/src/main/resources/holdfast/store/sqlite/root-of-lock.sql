SELECT root FROM holds WHERE lock = ? LIMIT 1;
