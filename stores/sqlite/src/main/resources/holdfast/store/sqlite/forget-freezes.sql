DELETE FROM freezes WHERE until <= ?;
