-- What is kept of one root. A field of its hash is read once and written once, at the end.
local index, ends, meta, holds, waiters, places, queue, trail = unpack(KEYS, 2, 9)
local root = arg()
local fields, changed = {}, {}

local function fetch(names)
    local values = redis.call('HMGET', meta, unpack(names))
    for place, name in ipairs(names) do
        if fields[name] == nil then
            fields[name] = values[place]
        end
    end
end

fetch(args())

local function get(name)
    if fields[name] == nil then
        fields[name] = redis.call('HGET', meta, name)
    end
    return fields[name]
end

local function number(name)
    return tonumber(get(name)) or 0
end

-- How a request ended, as the number of the change that told it; nil if that is forgotten.
local function ended(request)
    local told, when = string.match(get('f:' .. request) or '', '^(%d+) (%d+)$')
    told = tonumber(told)
    return told and told > number('k') - 1000 and tonumber(when) + WEEK > now and told or nil
end
