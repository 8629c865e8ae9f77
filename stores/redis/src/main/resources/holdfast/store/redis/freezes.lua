return {moment, redis.call('HGETALL', KEYS[2])}
