SELECT body FROM freezes WHERE until > ? ORDER BY id;
