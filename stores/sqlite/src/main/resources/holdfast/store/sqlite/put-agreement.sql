UPDATE meta SET agreement = ? WHERE id = 1 AND agreement IS NULL;
