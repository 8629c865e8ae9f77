-- What is kept of one root, and what leads to it.
local index, ends, root, waiting, places, queue = KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[8], KEYS[9]
local name = ARGV[1]
