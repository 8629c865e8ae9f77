-- Times are microseconds since 1970, which a double of Lua holds exactly until the year 2255. The clock of a shard never goes back.
local shard = KEYS[1]
local time = redis.call('TIME')
local mine = redis.call('HMGET', shard, 'now', 'ttl')
local now = math.max(time[1] * 1000000 + time[2], tonumber(mine[1]) or 0)

local WEEK, DAY = 604800000000, 86400000000

local function text(number)
    return string.format('%d', number)
end

local moment = text(now)

local function expire(key, at)
    redis.call('PEXPIRE', key, text(math.ceil((at - now) / 1000)))
end

local at = 1
local function arg()
    at = at + 1
    return ARGV[at - 1]
end

local function args()
    local list = {}
    for place = 1, tonumber(arg()) do
        list[place] = arg()
    end
    return list
end
