-- Ends a freeze that has not ended yet, with its audit entry.
local freezes, trail = KEYS[2], KEYS[3]
local id, entry = ARGV[1], ARGV[2]
local kept = call('HGET', freezes, id)
if not kept or string.match(kept, '^%d+ (%d+)') <= now then
    return false
end
call('HDEL', freezes, id)
call('LPUSH', trail, now .. ' ' .. entry)
call('LTRIM', trail, 0, 9999)
expire(trail, now + 400 * DAY, now)
ours()
return kept
