-- Checks conditions, applies changes and stamps them. What is to be checked and changed comes from outside: there is no rule here.
local publish, events = arg(), args()
local soonest, latest = math.huge, now
local marks, missed, fresh, known = {}, {}, {}, {}
local first, next, structural, joined = nil, math.max(number('n') + 1, now), false, false

local function put(name, value)
    fields[name] = value
    changed[name] = true
end

local function count(name, by)
    local sum = number(name) + by
    put(name, sum > 0 and text(sum) or false)
    return sum
end

-- Counts, and marks in the index whether there is any.
local function tally(name, by, mark)
    local sum = count(name, by)
    if sum == (by > 0 and 1 or 0) then
        marks[mark] = sum > 0
        fresh[name] = sum > 0
    end
end

local function numbered()
    first = first or next
    next = next + 1
    return string.format('%016d', next - 1)
end

-- A hold is read once, however many conditions and changes name it.
local function hold(token)
    local one = known[token]
    if one == nil then
        local kept = redis.call('HGET', holds, token)
        if kept then
            local till, beat, since, standing, tenure, owner, lock, asked =
                string.match(kept, '^(%d+) (%d+) (%d+) (%a) (%d+)\n([^\n]*)\n([^\n]*)\n(.*)$')
            one = {
                till = tonumber(till), beat = tonumber(beat), since = tonumber(since), standing = standing,
                tenure = tonumber(tenure), owner = owner, lock = lock, asked = asked
            }
        end
        known[token] = one or false
    end
    return one
end

local function frame(one)
    return table.concat({text(one.till), text(one.beat), text(one.since), one.standing, text(one.tenure)}, ' ')
        .. '\n' .. one.owner .. '\n' .. one.lock .. '\n' .. one.asked
end

local function till(one, lease)
    return one.tenure > 0 and math.min(now + lease, one.since + one.tenure) or now + lease
end

local function asks(one, by)
    for request in string.gmatch(one.asked, '([^\n]+)\n') do
        count('q:' .. request, by)
    end
end

-- Where a waiter stands: in the whole queue, in the line for its path and mode, among those of its owner, and by its request.
local function standings(ticket, line, turn, owner, request)
    local order = turn .. ticket
    return 'q' .. order, line .. '\n' .. order .. owner, 'o' .. owner .. '\n' .. order, 'r' .. request .. '\n' .. order
end

local function leave(ticket)
    local kept = redis.call('HGET', waiters, ticket)
    if not kept then
        return
    end
    local line, turn, owner, request = string.match(kept, '^([^\n]*)\n(%d+)\n([^\n]*)\n([^\n]*)\n')
    redis.call('HDEL', waiters, ticket, ticket .. 'b')
    redis.call('ZREM', places, ticket)
    redis.call('ZREM', queue, standings(ticket, line, turn, owner, request))
    count('q:' .. request, -1)
    tally('o:' .. owner, -1, 'o' .. owner .. '\n' .. root)
    tally('w', -1, 'w' .. root)
end

for _ = 1, tonumber(arg()) do
    local check, value, holds_true = arg(), arg(), nil
    if check == 'version' then
        holds_true = number('v') == tonumber(value)
    elseif check == 'epoch' then
        holds_true = number('e') == tonumber(value)
    elseif check == 'unknown' then
        holds_true = number('q:' .. value) == 0 and not ended(value)
    elseif check == 'by' then
        holds_true = now <= tonumber(value)
    elseif check == 'live' then
        holds_true = hold(value) and hold(value).till > now
    elseif check == 'lapsed' then
        local till = tonumber(arg())
        holds_true = hold(value) and hold(value).till == till and till <= now
    elseif check == 'held' then
        holds_true = hold(value)
    elseif check == 'waits' then
        holds_true = redis.call('HEXISTS', waiters, value) == 1
    elseif check == 'below' then
        holds_true = number('w') < tonumber(value)
    end
    if not holds_true then
        return view()
    end
end

for _ = 1, tonumber(arg()) do
    local change = arg()
    if change == 'grant' then
        local one = {beat = now, since = now, standing = arg()}
        local lease, token = arg(), numbered()
        one.tenure, one.owner, one.lock, one.asked = tonumber(arg()), arg(), 'lock_' .. moment .. '000' .. arg(), arg()
        one.till = till(one, lease)
        soonest, latest = math.min(soonest, one.till), math.max(latest, one.till)
        redis.call('HSET', holds, token, frame(one), token .. 'b', arg())
        asks(one, 1)
        marks['l' .. one.lock .. '\n' .. root] = true
        tally('o:' .. one.owner, 1, 'o' .. one.owner .. '\n' .. root)
        tally('c', 1, 'h' .. root)
        structural = true
    elseif change == 'close' then
        local token = arg()
        local one = hold(token)
        if one then
            known[token] = false
            redis.call('HDEL', holds, token, token .. 'b', token .. 'a')
            asks(one, -1)
            marks['l' .. one.lock .. '\n' .. root] = false
            tally('o:' .. one.owner, -1, 'o' .. one.owner .. '\n' .. root)
            tally('c', -1, 'h' .. root)
        end
        structural = true
    elseif change == 'remember' then
        local asked, fate, told = args(), arg(), count('k', 1)
        local place, when = told % 1000, text(told) .. ' ' .. moment
        -- The one that this pushes out takes with it what points to it and to nothing newer.
        if told > 1000 then
            local old = {}
            for request in string.gmatch(string.match(get('F' .. place) or '', '^(.-\n)\n') or '', '([^\n]+)\n') do
                old[#old + 1] = 'f:' .. request
            end
            if #old > 0 then
                fetch(old)
            end
            for _, name in ipairs(old) do
                if tonumber(string.match(fields[name] or '', '^%d+')) == told - 1000 then
                    put(name, false)
                end
            end
        end
        put('F' .. place, table.concat(asked, '\n') .. '\n\n' .. fate)
        for _, request in ipairs(asked) do
            put('f:' .. request, when)
        end
    elseif change == 'extend' then
        local token, lease = arg(), arg()
        local one = hold(token)
        if one then
            local longer = till(one, lease)
            one.till = one.standing == 'C' and math.max(one.till, longer) or longer
            one.standing, one.beat = 'C', now
            soonest, latest = math.min(soonest, one.till), math.max(latest, one.till)
            redis.call('HSET', holds, token, frame(one))
        end
    elseif change == 'amend' then
        local token, lease, tenure, asked, amendment = arg(), arg(), tonumber(arg()), arg(), arg()
        local one = hold(token)
        if one then
            asks(one, -1)
            one.tenure, one.asked = tenure, asked
            asks(one, 1)
            one.till = math.max(one.till, till(one, lease))
            latest = math.max(latest, one.till)
            redis.call('HSET', holds, token, frame(one), token .. 'a', amendment)
        end
        structural = true
    elseif change == 'join' then
        local ahead, ends_at, ticket = arg(), now + arg(), numbered()
        local line, owner, request = arg(), arg(), arg()
        -- Above zero whatever the head start, so that the order of the texts is that of the turns.
        local turn = string.format('%016d', tonumber(ticket) - ahead + 4503599627370496)
        soonest, latest = math.min(soonest, ends_at), math.max(latest, ends_at)
        redis.call('HSET', waiters, ticket, table.concat({line, turn, owner, request, moment}, '\n'), ticket .. 'b', arg())
        redis.call('ZADD', places, text(ends_at), ticket)
        local all, mode, own, asked = standings(ticket, line, turn, owner, request)
        redis.call('ZADD', queue, '0', all, '0', mode, '0', own, '0', asked)
        count('q:' .. request, 1)
        tally('o:' .. owner, 1, 'o' .. owner .. '\n' .. root)
        tally('w', 1, 'w' .. root)
        joined = true
    elseif change == 'touch' then
        local ticket, ends_at = arg(), now + arg()
        local before = tonumber(redis.call('ZSCORE', places, ticket))
        if before and before > now then
            soonest, latest = math.min(soonest, ends_at), math.max(latest, ends_at)
            redis.call('ZADD', places, text(ends_at), ticket)
        else
            missed[#missed + 1] = ticket
        end
    elseif change == 'leave' then
        leave(arg())
        structural = true
    elseif change == 'drop' then
        for _, ticket in ipairs(redis.call('ZRANGEBYSCORE', places, '-inf', moment, 'LIMIT', '0', arg())) do
            leave(ticket)
        end
    elseif change == 'raise' then
        next = math.max(next, tonumber(arg()))
    elseif change == 'audit' then
        redis.call('LPUSH', trail, moment .. ' ' .. arg())
        redis.call('LTRIM', trail, '0', '9999')
        expire(trail, now + 400 * DAY)
    end
end

-- In parts, since a call takes some thousand values at most.
local function each(command, key, values)
    for from = 1, #values, 4000 do
        redis.call(command, key, unpack(values, from, math.min(from + 3999, #values)))
    end
end

if first then
    put('n', text(next - 1))
end
if structural then
    put('v', text(math.max(number('v') + 1, now)))
end
if joined then
    put('e', text(math.max(number('e') + 1, now)))
end

local needed = latest + WEEK
local aged = number('x') < needed
if aged then
    put('x', text(needed + DAY))
end

local sets, gone = {}, {}
for name in pairs(changed) do
    local value = fields[name]
    if value then
        sets[#sets + 1] = name
        sets[#sets + 1] = value
    else
        gone[#gone + 1] = name
    end
end
each('HSET', meta, sets)
each('HDEL', meta, gone)

local marked, unmarked = {}, {}
for mark, there in pairs(marks) do
    if there then
        marked[#marked + 1] = '0'
        marked[#marked + 1] = mark
    else
        unmarked[#unmarked + 1] = mark
    end
end
each('ZADD', index, marked)
each('ZREM', index, unmarked)

-- A lower bound of when something of the root ends: who looks for what has lapsed finds out the rest.
if number('c') + number('w') == 0 then
    redis.call('ZREM', ends, root)
elseif soonest < math.huge then
    redis.call('ZADD', ends, 'LT', text(soonest), root)
end

if aged then
    expire(meta, number('x'))
end
if aged or fresh['c'] then
    expire(holds, number('x'))
end
if aged or fresh['w'] then
    expire(waiters, number('x'))
    expire(places, number('x'))
    expire(queue, number('x'))
end

if (tonumber(mine[2]) or 0) < needed then
    -- The empty members keep the two from vanishing together with their time to live.
    redis.call('ZADD', index, '0', '')
    redis.call('ZADD', ends, '+inf', '')
    redis.call('HSET', shard, 'now', moment, 'format', '1', 'ttl', text(needed + DAY))
    expire(index, needed + DAY)
    expire(ends, needed + DAY)
    expire(shard, needed + DAY)
else
    redis.call('HSET', shard, 'now', moment)
end

for place = 10, #KEYS do
    redis.call(publish, KEYS[place], root)
end
-- For others than engines: to all who listen, on whatever node.
for place = 1, #events, 2 do
    redis.call('PUBLISH', events[place], events[place + 1])
end
return {'made', moment, text(first or 0), get('v') or '0', missed}
