-- Grants a root that is free, or gives back its one hold, if nobody has changed it since its numbers were these: whoever sends this has checked
-- all else that the commit asks for, but for the time and for what is remembered of a request. Falsehood: it is to be committed as usual.
local root, lease = KEYS[2], ARGV[8]
if call('HGET', root, 'numbers') ~= ARGV[1] or now <= ARGV[2] or now > ARGV[3] then
    return false
end
if lease then
    local high = call('HGET', shard, 'now')
    if high and high > now then
        return false
    end
    for place = 4, #KEYS do
        if call('HEXISTS', KEYS[place], ARGV[10]) == 1 then
            return false
        end
    end
    call('HSET', KEYS[3], 'lock_' .. now .. ARGV[6], root)
    call(
        'HSET', root, 'numbers',
        now .. now .. ARGV[4] .. now .. ARGV[5] .. now .. format(DIGITS, now + lease) .. ' ' .. now .. ' ' .. now .. ARGV[7],
        'b', ARGV[9])
else
    local ending = now .. ARGV[5]
    call('HDEL', KEYS[3], ARGV[6])
    call('HSET', KEYS[4], ARGV[7], ending, ARGV[6], ending)
    call('HSET', root, 'numbers', now .. now .. ARGV[4])
end
return now
