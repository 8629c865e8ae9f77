-- Whether something of the root has lapsed (1) or not (0), and then the bound that pointed here is put right. A root of which
-- nothing is left has vanished by its time to live (-1).
local soonest = redis.call('ZRANGE', places, 0, 0, 'WITHSCORES')[2] or NEVER
local held = redis.call('HGETALL', root)
for place = 1, #held, 2 do
    local till = string.match(held[place], '^%d+$') and string.sub(held[place + 1], 1, 16)
    soonest = till and till < soonest and till or soonest
end
if soonest <= now then
    return 1
end
if soonest == NEVER then
    redis.call('ZREM', ends, name)
    redis.call('ZREM', index, 'h' .. name)
else
    redis.call('ZADD', ends, soonest, name)
end
if #held == 0 then
    return -1
end
redis.call('HSET', root, 'numbers', string.sub(redis.call('HGET', root, 'numbers'), 1, 96) .. soonest)
return 0
