UPDATE meta SET high_water = ? WHERE id = 1;
