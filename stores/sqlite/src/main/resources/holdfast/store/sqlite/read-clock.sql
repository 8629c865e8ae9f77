SELECT high_water, boot, boot_offset, anchored_at FROM meta WHERE id = 1;
