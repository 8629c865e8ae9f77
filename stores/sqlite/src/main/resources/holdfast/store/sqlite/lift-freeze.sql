DELETE FROM freezes WHERE id = ? AND until > ? RETURNING body;
