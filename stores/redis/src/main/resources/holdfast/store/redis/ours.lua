-- Says that the shard is ours, and what time it was.
local function ours()
    redis.call('HSET', shard, 'now', now, 'format', '2')
    if redis.call('PTTL', shard) < 0 then
        expire(shard, now + WEEK + DAY, now)
    end
end
