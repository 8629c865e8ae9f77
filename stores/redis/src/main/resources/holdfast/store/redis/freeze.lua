-- Places a freeze, or replaces it, with its audit entry.
local freezes, trail = KEYS[2], KEYS[3]
local id, lasts, body, entry = unpack(ARGV)
local left = redis.call('PTTL', freezes)
local kept = redis.call('HGETALL', freezes)
for place = 1, #kept, 2 do
    if string.match(kept[place + 1], '^%d+ (%d+)') <= now then
        redis.call('HDEL', freezes, kept[place])
    end
end
redis.call('HSET', freezes, id, now .. ' ' .. after(now, lasts) .. ' ' .. body)
expire(freezes, math.max(now + lasts + DAY, now + left * 1000), now)
redis.call('LPUSH', trail, now .. ' ' .. entry)
redis.call('LTRIM', trail, 0, 9999)
expire(trail, now + 400 * DAY, now)
ours()
return now
