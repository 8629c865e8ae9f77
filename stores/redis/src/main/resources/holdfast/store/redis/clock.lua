-- The clock of a shard never goes back behind what it showed to who asked for freezes: see freezes.lua.
local last = call('HGET', shard, 'now')
if last and last > now then
    now = last
end

local function expire(key, at, now)
    redis.call('PEXPIRE', key, math.ceil((at - now) / 1000))
end
