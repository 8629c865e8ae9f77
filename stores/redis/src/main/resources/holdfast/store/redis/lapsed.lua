-- Whether something of the root has lapsed (1) or not (0), and then the bound that pointed here is put right. A root of which
-- nothing is left has vanished by its time to live (-1).
local name = sub(root, #shard + 2)
local soonest = call('ZRANGE', places, 0, 0, 'WITHSCORES')[2] or NEVER
local fields = call('HGETALL', root)
local held = holds(sole, frame, fields)
for place = 2, #held, 2 do
    local till = sub(held[place], 1, 16)
    soonest = till < soonest and till or soonest
end
if soonest <= now then
    return 1
end
if soonest == NEVER then
    call('ZREM', ends, name)
    call('ZREM', index, 'h' .. name)
else
    call('ZADD', ends, soonest, name)
end
if #fields == 0 then
    return -1
end
call('HSET', root, 'numbers', sub(numbers, 1, 80) .. soonest .. sub(numbers, 97))
return 0
