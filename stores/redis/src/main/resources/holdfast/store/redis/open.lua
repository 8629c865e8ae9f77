-- Makes the shard ours if it is nobody's. What this does not know it leaves alone.
if call('TYPE', shard).ok == 'none' then
    ours()
end
return call('HGET', shard, 'format') or 'none'
