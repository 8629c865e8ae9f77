-- Ends a freeze that has not ended yet, with its audit entry, if it is the one that began then.
local freezes, trail = KEYS[2], KEYS[3]
local id, entry, seen = unpack(ARGV)
local kept = call('HGET', freezes, id)
local since, ends = string.match(kept or '', '^(%d+) (%d+)')
if since ~= seen or ends <= now then
    return false
end
call('HDEL', freezes, id)
call('LPUSH', trail, now .. ' ' .. entry)
call('LTRIM', trail, 0, 9999)
expire(trail, now + 400 * DAY, now)
ours()
return kept
