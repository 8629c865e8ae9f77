UPDATE meta SET ended_swept_to = ? WHERE id = 1;
