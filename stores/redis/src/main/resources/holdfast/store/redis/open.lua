-- Makes the shard ours if it is nobody's. What this does not know it leaves alone.
local kind = redis.call('TYPE', shard).ok
if kind == 'none' then
    redis.call('HSET', shard, 'format', '1', 'now', moment)
    expire(shard, now + WEEK + DAY)
    return '1'
end
return redis.call('HGET', shard, 'format') or 'none'
