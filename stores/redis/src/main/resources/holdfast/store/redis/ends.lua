-- Roots of the shard in which something may have lapsed.
return call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, ARGV[1])
