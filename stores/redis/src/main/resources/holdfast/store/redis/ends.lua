-- Roots of the shard in which something may have lapsed.
return redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', moment, 'LIMIT', 0, arg())
