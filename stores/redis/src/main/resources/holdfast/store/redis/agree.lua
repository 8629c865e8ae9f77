-- Keeps the proposal if nothing was agreed yet.
call('HSETNX', shard, 'agreement', ARGV[1])
ours()
return call('HGET', shard, 'agreement')
