-- How a request ended, if that is still remembered: in one of two hashes, which take turns.
local function ended(request, told, now)
    local kept, other = redis.call('HGET', KEYS[6], request), redis.call('HGET', KEYS[7], request)
    if other and (not kept or other > kept) then
        kept = other
    end
    if kept and told - string.sub(kept, 1, 16) < 1000 and now - string.sub(kept, 17, 32) < 604800000000 then
        return string.sub(kept, 33)
    end
end
