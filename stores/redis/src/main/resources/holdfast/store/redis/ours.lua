-- Says that the shard is ours, and what time it was.
local function ours()
    call('HSET', shard, 'now', now, 'format', '3')
    if call('PTTL', shard) < 0 then
        expire(shard, now + WEEK + DAY, now)
    end
end
