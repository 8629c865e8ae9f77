UPDATE meta SET high_water = ?1, anchored_at = ?1, boot = ?2, boot_offset = ?3 WHERE id = 1;
