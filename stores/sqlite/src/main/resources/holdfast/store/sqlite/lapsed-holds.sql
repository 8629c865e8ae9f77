SELECT DISTINCT root FROM holds WHERE until <= ? LIMIT ?;
