UPDATE meta SET swept_to = ? WHERE id = 1;
