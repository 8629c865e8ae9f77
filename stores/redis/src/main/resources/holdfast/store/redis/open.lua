-- Makes the shard ours if it is nobody's. What this does not know it leaves alone.
if redis.call('TYPE', shard).ok == 'none' then
    ours()
end
return redis.call('HGET', shard, 'format') or 'none'
