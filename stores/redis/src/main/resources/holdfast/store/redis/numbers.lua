-- The numbers of a root stand in one text: its version, its epoch, the last token or ticket, how many endings were told, how many
-- wait, up to when its time to live suffices, and where it stands among the ends.
local numbers = redis.call('HGET', root, 'numbers') or ZERO .. ZERO .. ZERO .. ZERO .. ZERO .. ZERO .. NEVER
local sub = string.sub
local version, epoch, number, told = sub(numbers, 1, 16), sub(numbers, 17, 32), sub(numbers, 33, 48), sub(numbers, 49, 64)
local count, covered, bound = sub(numbers, 65, 80), sub(numbers, 81, 96), sub(numbers, 97)

-- Whether a claim of a hold, or a waiter, is there under the request's id.
local function live(request, count)
    if redis.call('HEXISTS', KEYS[4], 'q:' .. request) == 1 then
        return true
    end
    if count == '0000000000000000' then
        return false
    end
    local line = 'r' .. request .. '\n'
    return #redis.call('ZRANGEBYLEX', KEYS[9], '[' .. line, '(' .. line .. '\255', 'LIMIT', 0, 1) > 0
end

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
