SELECT agreement FROM meta WHERE id = 1;
