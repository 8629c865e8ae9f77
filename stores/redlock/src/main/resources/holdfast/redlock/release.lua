-- KEYS[1] is the lease, ARGV are the values of all attempts so far of one acquisition.
local holder = redis.call('GET', KEYS[1])
if not holder then
  return {'gone', 0}
end
for i = 1, #ARGV do
  if holder == ARGV[i] then
    redis.call('DEL', KEYS[1])
    return {'won', 0}
  end
end
return {'held', redis.call('PTTL', KEYS[1])}
