-- The root's numbers: version, epoch, the last token or ticket, how many endings were told, up to when its time to live suffices,
-- and where it stands among the ends.
local ZERO = '0000000000000000'
local version, epoch, number, told, covered, bound =
    unpack(redis.call('HMGET', root, 'v', 'e', 'n', 'k', 'x', 'd'))
version, epoch, number = version or ZERO, epoch or ZERO, number or ZERO
told, covered, bound = told or 0, covered or ZERO, bound or '9'

-- How a request ended, if that is still remembered.
local function ended(request)
    local kept, other = redis.call('HGET', evens, request), redis.call('HGET', odds, request)
    if other and (not kept or other > kept) then
        kept = other
    end
    if kept and told - string.sub(kept, 1, 16) < 1000 and after(string.sub(kept, 17, 32), WEEK) > now then
        return string.sub(kept, 33)
    end
end
