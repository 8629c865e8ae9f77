-- Keeps the proposal if nothing was agreed yet.
redis.call('HSETNX', shard, 'agreement', arg())
if not mine[1] then
    redis.call('HSET', shard, 'format', '1', 'now', moment)
    expire(shard, now + WEEK + DAY)
end
return redis.call('HGET', shard, 'agreement')
