-- Writes a document if it still has the expected version; an empty one means that there must be none.
local counter, document, keys = KEYS[1], KEYS[2], KEYS[3]
local key, expected, body = ARGV[1], ARGV[2], ARGV[3]
local current = redis.call('HGET', document, 'version') or ''
if current ~= expected then
    return {'conflict', current}
end
-- Grows with the clock too, so that no version comes back after the data was lost.
local time = redis.call('TIME')
local version = math.max((tonumber(redis.call('GET', counter)) or 0) + 1, time[1] * 1000000 + time[2])
local text = string.format('%.0f', version)
redis.call('SET', counter, text)
redis.call('HSET', document, 'version', text, 'body', body)
redis.call('ZADD', keys, 0, key)
return {'stored', text}
