DELETE FROM notices WHERE engine = ? AND root = ? AND posted <= ?;
