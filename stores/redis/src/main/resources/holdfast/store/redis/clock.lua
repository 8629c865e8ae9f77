-- A time is the text of its microseconds since 1970 in 16 digits, and so is every number that is stamped: the order of the texts
-- is that of the numbers. The clock of a shard never goes back.
local ZERO, NEVER, WEEK, DAY = '0000000000000000', '9999999999999999', 604800000000, 86400000000
local shard = KEYS[1]
local time = redis.call('TIME')
local now = time[1] .. string.sub('00000' .. time[2], -6)
local last = redis.call('HGET', shard, 'now')
if last and last > now then
    now = last
end

-- Functions take what they need as arguments: what they would catch from outside is allocated in every call, used or not.
local function after(moment, micros)
    return string.format('%016d', moment + micros)
end

local function expire(key, at, now)
    redis.call('PEXPIRE', key, math.ceil((at - now) / 1000))
end
