-- Ends a freeze that has not ended yet, with its audit entry.
local freezes, trail = KEYS[2], KEYS[3]
local id, entry = arg(), arg()
local kept = redis.call('HGET', freezes, id)
if not kept or tonumber(string.match(kept, '^%d+ (%d+)')) <= now then
    return false
end
redis.call('HDEL', freezes, id)
redis.call('LPUSH', trail, moment .. ' ' .. entry)
redis.call('LTRIM', trail, 0, 9999)
expire(trail, now + 400 * DAY)
redis.call('HSET', shard, 'now', moment, 'format', '1')
if not mine[1] then
    expire(shard, now + WEEK + DAY)
end
return kept
