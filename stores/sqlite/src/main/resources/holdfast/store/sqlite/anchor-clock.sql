UPDATE meta SET high_water = ?, boot = ?, boot_offset = ? WHERE id = 1;
