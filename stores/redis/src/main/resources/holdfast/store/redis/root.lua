-- What is kept of one root, and what leads to it. The numbers of a root stand in one text: its version, its epoch, the last token
-- or ticket, how many endings were told, up to when its time to live suffices, and where it stands among the ends.
local index, ends, root, waiting, _, _, places, queue = unpack(KEYS, 2, 9)
local name = ARGV[1]
local numbers = redis.call('HGET', root, 'numbers') or ZERO .. ZERO .. ZERO .. ZERO .. ZERO .. NEVER
local version, epoch, number = string.sub(numbers, 1, 16), string.sub(numbers, 17, 32), string.sub(numbers, 33, 48)
local told, covered, bound = string.sub(numbers, 49, 64), string.sub(numbers, 65, 80), string.sub(numbers, 81)
