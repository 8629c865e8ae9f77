-- Removes a document if it still has the expected version.
local document, keys = KEYS[2], KEYS[3]
local key, expected = ARGV[1], ARGV[2]
local current = redis.call('HGET', document, 'version') or ''
if current ~= expected then
    return {'conflict', current}
end
redis.call('DEL', document)
redis.call('ZREM', keys, key)
return {'stored', current}
