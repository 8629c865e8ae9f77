-- A time is the text of its microseconds since 1970 in 16 digits, and so is every number that is stamped: the order of the texts
-- is that of the numbers.
local ZERO, NEVER, WEEK, DAY, DIGITS = '0000000000000000', '9999999999999999', 604800000000, 86400000000, '%016d'
-- What stands outside is looked up by name each time.
local KEYS, ARGV, call, sub, format = KEYS, ARGV, redis.call, string.sub, string.format
local shard = KEYS[1]
local time = redis.call('TIME')
local now = time[1] .. sub('00000' .. time[2], -6)
