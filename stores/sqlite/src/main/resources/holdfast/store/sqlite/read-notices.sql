SELECT root, posted FROM notices WHERE engine = ? LIMIT ?;
