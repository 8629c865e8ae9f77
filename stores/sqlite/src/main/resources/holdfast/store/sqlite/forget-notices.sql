DELETE FROM notices WHERE (engine, root) IN (SELECT engine, root FROM notices WHERE posted <= ? LIMIT ?);
