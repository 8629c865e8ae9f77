-- Keeps the proposal if nothing was agreed yet.
redis.call('HSETNX', shard, 'agreement', ARGV[1])
ours()
return redis.call('HGET', shard, 'agreement')
