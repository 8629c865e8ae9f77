-- KEYS[1] is the lease, ARGV[1] its lifetime in milliseconds from now on, ARGV[2] its value.
local holder = redis.call('GET', KEYS[1])
if not holder then
  return {'gone', 0}
end
if holder ~= ARGV[2] then
  return {'held', redis.call('PTTL', KEYS[1])}
end
-- Never shorter: an old extension may arrive after a newer one, on a connection that was thought dead.
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return {'won', 0}
