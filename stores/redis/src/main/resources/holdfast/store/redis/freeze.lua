-- Places a freeze, or replaces it, with its audit entry, if what is there is what the caller has seen: the one that began then,
-- none (an empty text), or any.
local freezes, trail = KEYS[2], KEYS[3]
local id, lasts, body, entry, seen = unpack(ARGV)
local since, ends = string.match(call('HGET', freezes, id) or '', '^(%d+) (%d+)')
if seen ~= '*' and seen ~= (since and ends > now and since or '') then
    return false
end
local left = call('PTTL', freezes)
local kept = call('HGETALL', freezes)
for place = 1, #kept, 2 do
    if string.match(kept[place + 1], '^%d+ (%d+)') <= now then
        call('HDEL', freezes, kept[place])
    end
end
call('HSET', freezes, id, now .. ' ' .. format(DIGITS, now + lasts) .. ' ' .. body)
expire(freezes, math.max(now + lasts + DAY, now + left * 1000), now)
call('LPUSH', trail, now .. ' ' .. entry)
call('LTRIM', trail, 0, 9999)
expire(trail, now + 400 * DAY, now)
ours()
return now
