SELECT high_water, boot, boot_offset FROM meta WHERE id = 1;
