-- Applies changes and stamps them. What is to be changed comes from outside: there is no rule here.
local first, least, missed = ZERO, now, ''
local structural, ahead, fresh = false, false, false
local soonest, latest = bound, now

-- Counts how many holds have a claim under each request of a frame.
local function asked(frame, by)
    local request, behind = string.match(frame, '\n([^\n]+)()')
    while request do
        if redis.call('HINCRBY', KEYS[4], 'q:' .. request, by) == 0 then
            redis.call('HDEL', KEYS[4], 'q:' .. request)
        end
        request, behind = string.match(frame, '\n([^\n]+)()', behind)
    end
end

-- Whether the epoch must tell of who has just joined: not if one of another owner is ahead in its line, and it has nothing else here.
local function at_front(line, owner, now)
    if string.sub(line, 1, 1) == 'y' then
        return true
    end
    local first = redis.call('ZRANGEBYLEX', KEYS[9], '[' .. line, '(' .. line .. '\255', 'LIMIT', 0, 1)[1]
    local place, owned = #line + 17, 'o' .. owner .. '\n' .. ARGV[1] .. '\n'
    return string.sub(first, place + 16) == owner
        or redis.call('ZSCORE', KEYS[8], string.sub(first, place, place + 15)) <= now
        or #redis.call('ZRANGEBYLEX', KEYS[2], '[' .. owned, '(' .. owned .. '\255', 'LIMIT', 0, 2) > 1
end

-- When a hold ends that lasts so long from now, but not longer than its tenure.
local function lasting(now, lease, since, tenure)
    local till = string.format('%016d', now + lease)
    local last = tonumber(tenure) > 0 and string.format('%016d', since + tenure)
    return last and last < till and last or till
end

-- Where a waiter stands: in the whole queue, in the line for its path and mode, among those of its owner, and by its request.
local function standings(ticket, line, turn, owner, request)
    local order = turn .. ticket
    return 'q' .. order, line .. '\n' .. order .. owner, 'o' .. owner .. '\n' .. order, 'r' .. request .. '\n' .. order
end

at = at + 1
while ARGV[at] do
    local change, till = ARGV[at], nil
    if change == 'grant' or change == 'join' then
        number = number < least and least or after(number, 1)
        first = first == ZERO and number or first
    end
    if change == 'grant' then
        local lease, frame, owner, lock, body = unpack(ARGV, at + 1, at + 5)
        at = at + 6
        till = after(now, lease)
        redis.call('HSET', root, number, till .. ' ' .. now .. ' ' .. now .. frame, number .. 'b', body)
        redis.call('ZADD', index, '0', owner .. number, '0', 'llock_' .. now .. lock)
        asked(frame, 1)
        structural = true
    elseif change == 'close' then
        local token, owner, lock = unpack(ARGV, at + 1, at + 3)
        at = at + 4
        local frame = redis.call('HGET', root, token)
        if frame then
            redis.call('HDEL', root, token, token .. 'b', token .. 'a')
            redis.call('ZREM', index, owner, lock)
            asked(frame, -1)
        end
        structural = true
    elseif change == 'remember' then
        local requests, fate = ARGV[at + 1], ARGV[at + 2]
        at = at + 3
        told = told + 1
        local memory = KEYS[told % 2000 < 1000 and 6 or 7]
        if told % 1000 == 0 then
            redis.call('UNLINK', memory)
        end
        fresh = fresh or told % 1000 < 2
        told = string.format('%016d', told)
        local ending = told .. now .. fate
        for request in string.gmatch(requests, '[^\n]+') do
            redis.call('HSET', memory, request, ending)
        end
    elseif change == 'extend' then
        local token, lease = ARGV[at + 1], ARGV[at + 2]
        at = at + 3
        local frame = redis.call('HGET', root, token)
        if frame then
            local before, since, standing, rest = string.match(frame, '^(%d+) %d+ (%d+) (%a) (.*)$')
            till = lasting(now, lease, since, string.sub(rest, 1, 16))
            till = standing == 'C' and before > till and before or till
            redis.call('HSET', root, token, till .. ' ' .. now .. ' ' .. since .. ' C ' .. rest)
        end
    elseif change == 'amend' then
        local token, lease, tenure, requests, amendment = unpack(ARGV, at + 1, at + 5)
        at = at + 6
        local frame = redis.call('HGET', root, token)
        if frame then
            local before, beat, since, standing, owner =
                string.match(frame, '^(%d+)( %d+ )(%d+)( %a )%d+( [^\n]*)')
            till = lasting(now, lease, since, tenure)
            till = before > till and before or till
            asked(frame, -1)
            asked(requests, 1)
            frame = till .. beat .. since .. standing .. tenure .. owner .. requests
            redis.call('HSET', root, token, frame, token .. 'a', amendment)
        end
        structural = true
    elseif change == 'join' then
        local start, lease, line, owner, request, body = unpack(ARGV, at + 1, at + 6)
        at = at + 7
        local ticket = number
        -- Above zero whatever the head start, so that the order of the texts is that of the turns.
        local turn = after(ticket, 4503599627370496 - start)
        till = after(now, lease)
        local frame = line .. '\n' .. turn .. '\n' .. owner .. '\n' .. request .. '\n' .. now
        redis.call('HSET', waiting, ticket, frame, ticket .. 'b', body)
        redis.call('ZADD', places, till, ticket)
        local all, mode, own, by_request = standings(ticket, line, turn, owner, request)
        redis.call('ZADD', queue, '0', all, '0', mode, '0', own, '0', by_request)
        redis.call('ZADD', index, '0', 'w' .. name, '0', 'o' .. owner .. '\n' .. name .. '\n' .. ticket)
        fresh = fresh or count == ZERO
        ahead = ahead or count == ZERO or at_front(line .. '\n', owner, now)
        count = after(count, 1)
    elseif change == 'touch' then
        local ticket, lease = ARGV[at + 1], ARGV[at + 2]
        at = at + 3
        local before = redis.call('ZSCORE', places, ticket)
        if before and before > now then
            till = after(now, lease)
            redis.call('ZADD', places, till, ticket)
        else
            missed = missed .. ticket
        end
    elseif change == 'leave' or change == 'drop' then
        local tickets = {ARGV[at + 1]}
        if change == 'drop' then
            tickets = redis.call('ZRANGEBYSCORE', places, '-inf', now, 'LIMIT', '0', ARGV[at + 1])
        end
        at = at + 2
        for _, ticket in ipairs(tickets) do
            local frame = redis.call('HGET', waiting, ticket)
            if frame then
                local line, turn, owner, request = string.match(frame, '^([^\n]*)\n(%d+)\n([^\n]*)\n([^\n]*)\n')
                redis.call('HDEL', waiting, ticket, ticket .. 'b')
                redis.call('ZREM', places, ticket)
                redis.call('ZREM', queue, standings(ticket, line, turn, owner, request))
                redis.call('ZREM', index, 'o' .. owner .. '\n' .. name .. '\n' .. ticket)
                count = after(count, -1)
                if count == ZERO then
                    redis.call('ZREM', index, 'w' .. name)
                end
            end
        end
        structural = structural or change == 'leave'
    elseif change == 'show' then
        show = true
        at = at + 1
    elseif change == 'raise' then
        least = least > ARGV[at + 1] and least or ARGV[at + 1]
        at = at + 2
    elseif change == 'audit' then
        local trail = KEYS[tonumber(ARGV[at + 1])]
        redis.call('LPUSH', trail, now .. ' ' .. ARGV[at + 2])
        redis.call('LTRIM', trail, '0', '9999')
        expire(trail, now + 400 * DAY, now)
        at = at + 3
    elseif change == 'tell' then
        redis.call(ARGV[at + 1], KEYS[tonumber(ARGV[at + 2])], name)
        at = at + 3
    elseif change == 'publish' then
        redis.call('PUBLISH', ARGV[at + 1], ARGV[at + 2])
        at = at + 3
    end
    if till then
        soonest = till < soonest and till or soonest
        latest = till > latest and till or latest
    end
end

if structural then
    version = version < now and now or after(version, 1)
end
if ahead then
    epoch = epoch < now and now or after(epoch, 1)
end

-- A lower bound of when something of the root ends: who looks for what has lapsed finds out the rest.
if soonest < bound then
    bound = soonest
    redis.call('ZADD', ends, bound, name)
    redis.call('ZADD', index, '0', 'h' .. name)
end
if latest > covered then
    covered = after(latest, DAY)
    fresh = true
end
redis.call('HSET', root, 'numbers', version .. epoch .. number .. told .. count .. covered .. bound)
redis.call('HSET', shard, 'now', now)

if fresh then
    local lasts = covered + WEEK
    for place = 4, 9 do
        expire(KEYS[place], lasts, now)
    end
    if redis.call('PTTL', index) < (lasts - now) / 1000 then
        -- What stays in a key keeps it from vanishing, and its time to live with it.
        redis.call('ZADD', index, '0', '')
        redis.call('ZADD', ends, '+inf', '')
        redis.call('HSET', shard, 'format', '2')
        for place = 1, 3 do
            expire(KEYS[place], lasts, now)
        end
    end
end

stamp = now .. version .. first .. missed
if not show then
    return stamp
end
end
