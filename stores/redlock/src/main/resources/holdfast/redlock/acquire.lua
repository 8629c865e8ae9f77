-- KEYS[1] is the lease, ARGV[1] its lifetime in milliseconds, ARGV[2] the value of this attempt. Then come the values of earlier
-- attempts of the same acquisition: their answers may have been lost, and what they won is ours.
local holder = redis.call('GET', KEYS[1])
local free = not holder
for i = 2, #ARGV do
  free = free or holder == ARGV[i]
end
if free then
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[1])
  return {'won', 0}
end
return {'held', redis.call('PTTL', KEYS[1])}
