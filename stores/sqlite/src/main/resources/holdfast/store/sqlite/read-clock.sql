SELECT high_water || char(10) || boot || char(10) || boot_offset || char(10) || anchored_at AS packed FROM meta WHERE id = 1;
