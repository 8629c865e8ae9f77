-- Applies changes and stamps them. What is to be changed comes from outside: there is no rule here.
local first, least, missed = ZERO, now, ''
local structural, ahead, fresh = false, false, false
local soonest, latest = bound, now
local body, memory, ending, notices

while word do
    local till
    if word == 'grant' then
        number = number < least and least or format(DIGITS, number + 1)
        first = first == ZERO and number or first
        till = format(DIGITS, now + value)
        local granted = till .. ' ' .. now .. ' ' .. now .. ARGV[at + 2]
        if sole == '' then
            sole, frame, body = number, granted, ARGV[at + 4]
        else
            more = 'm'
            call('HSET', root, number, granted, number .. 'b', ARGV[at + 4])
        end
        call('HSET', locks, 'lock_' .. now .. ARGV[at + 3], root)
        if owned == 'o' then
            local owner = string.match(granted, '^[^\n]*', 71)
            call('ZADD', index, '0', 'o' .. owner .. '\n' .. sub(root, #shard + 2) .. '\n' .. number)
        end
        structural = true
        at = at + 5
    elseif word == 'close' then
        if owned == 'o' then
            local held = value == sole and frame or call('HGET', root, value)
            if held then
                local owner = string.match(held, '^[^\n]*', 71)
                call('ZREM', index, 'o' .. owner .. '\n' .. sub(root, #shard + 2) .. '\n' .. value)
            end
        end
        if value == sole then
            sole, frame = '', ''
        else
            call('HDEL', root, value, value .. 'b', value .. 'a')
        end
        call('HDEL', locks, ARGV[at + 2])
        structural = true
        at = at + 3
    elseif word == 'remember' then
        local ended = told + 1
        memory = KEYS[ended % 2000 < 1000 and 4 or 5]
        if ended % 1000 == 0 then
            call('UNLINK', memory)
        end
        fresh = fresh or ended % 1000 < 2
        told = format(DIGITS, ended)
        ending = now .. told .. value
        call('HSET', memory, ARGV[at + 2], ending, ARGV[at + 3], ending)
        at = at + 4
    elseif word == 'also' then
        call('HSET', memory, value, ending)
        at = at + 2
    elseif word == 'extend' or word == 'amend' then
        local held = value == sole and frame or call('HGET', root, value)
        if held then
            local before, beat, since, standing, tenure, rest =
                string.match(held, '^(%d+) (%d+) (%d+) (%a) (%d+)(.*)$')
            local confirmed = standing == 'C' or standing == 'c'
            if word == 'amend' then
                tenure, rest = ARGV[at + 3], string.match(rest, '^[^\n]*') .. ARGV[at + 4]
                standing, confirmed = string.lower(standing), true
                call('HSET', root, (value == sole and '' or value) .. 'a', ARGV[at + 5])
            else
                beat, standing = now, standing == string.lower(standing) and 'c' or 'C'
            end
            till = format(DIGITS, now + ARGV[at + 2])
            local last = tonumber(tenure) > 0 and format(DIGITS, since + tenure) or till
            till = last < till and last or till
            till = confirmed and before > till and before or till
            held = till .. ' ' .. beat .. ' ' .. since .. ' ' .. standing .. ' ' .. tenure .. rest
            if value == sole then
                frame = held
            else
                call('HSET', root, value, held)
            end
        end
        structural = structural or word == 'amend'
        at = at + (word == 'amend' and 6 or 3)
    elseif word == 'join' then
        number = number < least and least or format(DIGITS, number + 1)
        first = first == ZERO and number or first
        local name, line, owner, request = sub(root, #shard + 2), ARGV[at + 3] .. '\n', ARGV[at + 4], ARGV[at + 5]
        -- Above zero whatever the head start, so that the order of the texts is that of the turns.
        local turn = format(DIGITS, number + 4503599627370496 - value)
        till = format(DIGITS, now + ARGV[at + 2])
        call(
            'HSET', waiting, number, line .. turn .. '\n' .. owner .. '\n' .. request .. '\n' .. now, number .. 'b', ARGV[at + 6])
        call('ZADD', places, till, number)
        -- It stands in the whole queue, in the line for its path and mode, among those of its owner, and by its request.
        local order, owns = turn .. number, 'o' .. owner .. '\n' .. name .. '\n'
        call(
            'ZADD', queue, '0', 'q' .. order, '0', line .. order .. owner, '0', 'o' .. owner .. '\n' .. order,
            '0', 'r' .. request .. '\n' .. order)
        call('ZADD', index, '0', 'w' .. name, '0', owns .. number)
        if owned ~= 'o' then
            owned = 'o'
            local held = holds(sole, frame, call('HGETALL', root))
            for place = 1, #held, 2 do
                local holder = string.match(held[place + 1], '^[^\n]*', 71)
                call('ZADD', index, '0', 'o' .. holder .. '\n' .. name .. '\n' .. held[place])
            end
        end
        fresh = fresh or count == ZERO
        -- The epoch need not tell of it if it is the last in its line, one of another owner is the first, and it has nothing else here.
        if not ahead then
            local front = call('ZRANGEBYLEX', queue, '[' .. line, '(' .. line .. '\255', 'LIMIT', 0, 1)[1]
            local place = #line + 17
            ahead = count == ZERO
                or sub(line, 1, 1) == 'y'
                or sub(front, place + 16) == owner
                or #call('ZRANGEBYLEX', queue, '(' .. line .. order .. owner, '(' .. line .. '\255', 'LIMIT', 0, 1) > 0
                or call('ZSCORE', places, sub(front, place, place + 15)) <= now
                or #call('ZRANGEBYLEX', index, '[' .. owns, '(' .. owns .. '\255', 'LIMIT', 0, 2) > 1
        end
        count = format(DIGITS, count + 1)
        at = at + 7
    elseif word == 'touch' then
        local before = call('ZSCORE', places, value)
        if before and before > now then
            till = format(DIGITS, now + ARGV[at + 2])
            call('ZADD', places, till, value)
        else
            missed = missed .. value
        end
        at = at + 3
    elseif word == 'leave' or word == 'drop' then
        local name, tickets = sub(root, #shard + 2), {value}
        if word == 'drop' then
            tickets = call('ZRANGEBYSCORE', places, '-inf', now, 'LIMIT', '0', value)
        end
        for _, ticket in ipairs(tickets) do
            local waiter = call('HGET', waiting, ticket)
            if waiter then
                local line, turn, owner, request = string.match(waiter, '^([^\n]*\n)(%d+)\n([^\n]*)\n([^\n]*)\n')
                local order = turn .. ticket
                call('HDEL', waiting, ticket, ticket .. 'b')
                call('ZREM', places, ticket)
                call(
                    'ZREM', queue, 'q' .. order, line .. order .. owner, 'o' .. owner .. '\n' .. order,
                    'r' .. request .. '\n' .. order)
                call('ZREM', index, 'o' .. owner .. '\n' .. name .. '\n' .. ticket)
                count = format(DIGITS, count - 1)
                if count == ZERO then
                    call('ZREM', index, 'w' .. name)
                end
            end
        end
        structural = structural or word == 'leave'
        at = at + 2
    elseif word == 'show' then
        show = value
        at = at + 2
    elseif word == 'raise' then
        least = least > value and least or value
        at = at + 2
    elseif word == 'audit' then
        local trail = KEYS[tonumber(value)]
        call('LPUSH', trail, now .. ' ' .. ARGV[at + 2])
        call('LTRIM', trail, '0', '9999')
        call('PEXPIRE', trail, math.ceil(400 * DAY / 1000))
        at = at + 3
    elseif word == 'tell' then
        notices = notices or {}
        notices[#notices + 1] = {value, KEYS[tonumber(ARGV[at + 2])], sub(root, #shard + 2) .. '\n' .. first .. ' ' .. now .. ARGV[at + 3]}
        at = at + 4
    elseif word == 'publish' then
        notices = notices or {}
        notices[#notices + 1] = {'PUBLISH', value, ARGV[at + 2]}
        at = at + 3
    else
        error('unknown word ' .. word)
    end
    if till then
        soonest = till < soonest and till or soonest
        latest = till > latest and till or latest
    end
    word, value = ARGV[at], ARGV[at + 1]
end

if structural then
    version = version < now and now or format(DIGITS, version + 1)
end
if ahead then
    epoch = epoch < now and now or format(DIGITS, epoch + 1)
end

-- A lower bound of when something of the root ends: who looks for what has lapsed finds out the rest.
if soonest < bound then
    bound = soonest
    call('ZADD', ends, bound, sub(root, #shard + 2))
    call('ZADD', index, '0', 'h' .. sub(root, #shard + 2))
end
if latest > covered then
    covered = format(DIGITS, latest + DAY)
    fresh = true
end
if sole == '' and more == 'm' and #holds(sole, frame, call('HGETALL', root)) == 0 then
    more = '-'
end
if owned == 'o' and count == ZERO and sole == '' and more == '-' then
    -- Nobody waits and nothing is held: nothing of it is in the index by an owner.
    owned = '-'
end
numbers = now .. version .. epoch .. number .. covered .. bound .. told .. count .. owned .. more .. sole .. frame
if body then
    call('HSET', root, 'numbers', numbers, 'b', body)
else
    call('HSET', root, 'numbers', numbers)
end

if fresh then
    local lasts = covered + WEEK
    local left = math.ceil((lasts - now) / 1000)
    for place = 4, 8 do
        call('PEXPIRE', KEYS[place], left)
    end
    call('PEXPIRE', root, left)
    if call('PTTL', index) < left then
        -- What stays in a key keeps it from vanishing, and its time to live with it.
        call('ZADD', index, '0', '')
        call('ZADD', ends, '+inf', '')
        call('HSET', locks, '', '')
        call('HSET', shard, 'format', '3')
        for _, key in ipairs({shard, locks, index, ends}) do
            call('PEXPIRE', key, left)
        end
    end
end

-- Whoever may not publish has committed all the same: Redis takes nothing back, and a notice is only a hint.
for _, notice in ipairs(notices or {}) do
    redis.pcall(unpack(notice))
end

stamp = now .. version .. first .. epoch .. count .. missed
if not show then
    -- Who knows all numbers of a root that is nobody else's may write to it with less ado: see alone.lua.
    return owned == '-' and more == '-' and stamp .. ' ' .. numbers or stamp
end
end
