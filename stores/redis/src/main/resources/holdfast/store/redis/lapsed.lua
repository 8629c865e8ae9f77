-- Whether something of the root has lapsed (1) or not (0), and then the bound that pointed here is put right. A root of which
-- nothing is left has vanished by its time to live (-1).
local soonest = redis.call('ZRANGE', places, 0, 0, 'WITHSCORES')[2]
local held = holds()
for place = 2, #held, 4 do
    local till = string.sub(held[place], 1, 16)
    soonest = soonest and soonest < till and soonest or till
end
if not soonest then
    redis.call('ZREM', ends, name)
    redis.call('HDEL', root, 'd')
    return redis.call('EXISTS', root) - 1
end
if soonest > now then
    redis.call('ZADD', ends, soonest, name)
    redis.call('HSET', root, 'd', soonest)
    return 0
end
return 1
