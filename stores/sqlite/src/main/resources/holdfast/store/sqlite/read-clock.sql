SELECT concat_ws(char(10), high_water, boot, boot_offset, anchored_at) AS packed FROM meta WHERE id = 1;
