-- What is kept of one root, and what leads to it.
local index, ends, root, evens, odds, places, queue = unpack(KEYS, 2, 8)
local name = ARGV[1]

-- Token, frame, body and amendment of each hold. A frame is "UNTIL HEARTBEAT SINCE STANDING TENURE OWNER\n", and its requests.
local function holds()
    local line, found = 'h' .. name .. '\n', {}
    for _, mark in ipairs(redis.call('ZRANGEBYLEX', index, '[' .. line, '(' .. line .. '\255')) do
        local token = string.sub(mark, -16)
        local frame, body, amendment = unpack(redis.call('HMGET', root, token, token .. 'b', token .. 'a'))
        if frame then
            for _, value in ipairs({token, frame, body, amendment or ''}) do
                found[#found + 1] = value
            end
        end
    end
    return found
end
