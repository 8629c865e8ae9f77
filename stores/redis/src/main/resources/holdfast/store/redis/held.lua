-- The holds of the root: their tokens and frames in turn. A frame is when it ends, the last heartbeat, since when, a letter for its
-- standing (a small one if it was amended), how long it may last at most, and its owner; then in lines the requests of its claims.
-- Functions take what they need as arguments: what they would catch from outside is allocated in every call, used or not.
local function holds(sole, frame, fields)
    local found = {}
    if sole ~= '' then
        found = {sole, frame}
    end
    for place = 1, #fields, 2 do
        if string.find(fields[place], '^%d+$') then
            found[#found + 1] = fields[place]
            found[#found + 1] = fields[place + 1]
        end
    end
    return found
end

-- Empty if a claim of a hold, or a waiter, is there under the request's id; else how it ended, if that is still remembered: in one of
-- two hashes, which take turns.
local function fate(request, frames, count, told, now)
    local line = 'r' .. request .. '\n'
    if
        string.find(frames .. '\n', '\n' .. request .. '\n', 1, true)
        or count ~= '0000000000000000'
            and #redis.call('ZRANGEBYLEX', KEYS[8], '[' .. line, '(' .. line .. '\255', 'LIMIT', 0, 1) > 0
    then
        return ''
    end
    local kept = redis.call('HGET', KEYS[4], request)
    local other = told >= '0000000000001000' and redis.call('HGET', KEYS[5], request)
    if other and (not kept or other > kept) then
        kept = other
    end
    if kept and now - string.sub(kept, 1, 16) < 604800000000 and told - string.sub(kept, 17, 32) < 1000 then
        return string.sub(kept, 33)
    end
end
