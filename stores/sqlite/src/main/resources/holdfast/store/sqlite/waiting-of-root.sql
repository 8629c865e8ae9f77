SELECT path, mode FROM waiting WHERE root = ? ORDER BY path, mode;
