INSERT INTO meta (id, high_water, boot, boot_offset, anchored_at, document_version, swept_to, ended_swept_to)
VALUES (1, 0, '', 0, 0, 0, '', 0);
