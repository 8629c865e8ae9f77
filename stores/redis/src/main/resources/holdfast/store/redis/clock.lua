-- A time is the text of its microseconds since 1970 in 16 digits, and so is every number that is stamped: the order of the texts
-- is that of the numbers. The clock of a shard never goes back.
local shard = KEYS[1]
local time = redis.call('TIME')
local now = string.format('%010d%06d', time[1], time[2])
local last = redis.call('HGET', shard, 'now')
if last and last > now then
    now = last
end

local WEEK, DAY = 604800000000, 86400000000

local function after(moment, micros)
    return string.format('%016d', moment + micros)
end

local function expire(key, at)
    redis.call('PEXPIRE', key, math.ceil((at - now) / 1000))
end
