-- Whether something of the root has lapsed (1) or not (0), and then the bound that pointed here is put right. What a commit leaves
-- empty leaves no bound, so a root with nothing in it has vanished by its time to live (-1).
local soonest = tonumber(redis.call('ZRANGE', places, 0, 0, 'WITHSCORES')[2]) or math.huge
local kept = redis.call('HGETALL', holds)
for place = 1, #kept, 2 do
    if string.match(kept[place], '^%d+$') then
        soonest = math.min(soonest, tonumber(string.match(kept[place + 1], '^%d+')))
    end
end
if soonest <= now then
    return 1
end
if soonest == math.huge then
    redis.call('ZREM', ends, root)
    redis.call('ZREM', index, 'h' .. root, 'w' .. root)
    return -1
end
redis.call('ZADD', ends, 'XX', text(soonest), root)
return 0
