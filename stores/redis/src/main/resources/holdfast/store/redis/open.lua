-- Makes the shard ours if it is nobody's. What this does not know it leaves alone.
if call('TYPE', shard).ok == 'none' then
    ours()
end
local format = call('HGET', shard, 'format')
if not format then
    return 'none'
end
-- What other scripts ask Redis for is tried once, where nothing is: one that may not go on in the middle leaves half of its work behind.
local trial, channel, publish = KEYS[2], KEYS[3], ARGV[1]
call('UNLINK', trial)
call('HSET', trial, 'a', 'b')
call('HSETNX', trial, 'a', 'b')
call('HGET', trial, 'a')
call('HMGET', trial, 'a')
call('HGETALL', trial)
call('HEXISTS', trial, 'a')
call('HDEL', trial, 'a')
call('ZADD', trial, '0', 'a')
call('ZSCORE', trial, 'a')
call('ZMSCORE', trial, 'a')
call('ZRANGEBYLEX', trial, '-', '+')
call('ZREVRANGEBYLEX', trial, '+', '-')
call('ZRANGEBYSCORE', trial, '-inf', '+inf')
call('ZREM', trial, 'a')
call('LPUSH', trial, 'a')
call('LTRIM', trial, '0', '0')
call('LRANGE', trial, '0', '0')
call('PEXPIRE', trial, '1000')
call('PTTL', trial)
call('UNLINK', trial)
call(publish, channel, '')
return format
