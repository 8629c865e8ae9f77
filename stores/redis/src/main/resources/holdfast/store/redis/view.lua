-- What a look shows, and a refused commit: LockStore.read says which waiters.
if stamp or not met then
    -- How much of an exclusive line: whoever has committed may want to see more.
    local SHARERS, INSIDERS, far = 64, 64, tonumber(stamp and show or 1)

    -- Visits the live waiters of a line in turn, until a visit says that it is enough.
    local function walk(line, page, visit)
        local from, to = '[' .. line, '(' .. line .. '\255'
        local start, found = #line + 1, nil
        repeat
            found = call('ZRANGEBYLEX', queue, from, to, 'LIMIT', 0, page)
            if #found > 0 then
                local tickets = {}
                for place, member in ipairs(found) do
                    tickets[place] = sub(member, start + 16, start + 31)
                end
                local till = call('ZMSCORE', places, unpack(tickets))
                for place, member in ipairs(found) do
                    local live = till[place] > now
                    if live and visit(tickets[place], sub(member, start + 32), sub(member, start)) then
                        return
                    end
                end
                from = '(' .. found[#found]
            end
        until #found < page
    end

    -- The earliest of a line, the earliest whose owner is another than the first one's, and the last.
    local tails = {}
    local function front(line, most, show)
        local first, shown, other = nil, 0, false
        walk(line, most == 1 and 3 or most, function(ticket, owner)
            first = first or owner
            if shown < most or owner ~= first then
                show(ticket)
                shown = shown + 1
            end
            other = other or owner ~= first
            return other and shown >= most
        end)
        local final = call('ZREVRANGEBYLEX', queue, '(' .. line .. '\255', '[' .. line, 'LIMIT', 0, 1)[1]
        local ticket = sub(final, #line + 17, #line + 32)
        if call('ZSCORE', places, ticket) > now then
            tails[#tails + 1] = ticket
        end
    end

    local function insiders(held, show)
        local seen, candidates = {}, {}
        for place = 2, #held, 2 do
            local owner = string.match(held[place], '^[^\n]*', 71)
            if not seen[owner] then
                seen[owner] = true
                local count = 0
                walk('o' .. owner .. '\n', INSIDERS, function(_, _, turn)
                    candidates[#candidates + 1] = turn
                    count = count + 1
                    return count >= INSIDERS
                end)
            end
        end
        table.sort(candidates)
        for place = 1, math.min(INSIDERS, #candidates) do
            show(sub(candidates[place], 17, 32))
        end
    end

    local function shown(held)
        local tickets, seen, paths, count = {}, {}, {}, 0
        local function show(ticket)
            if not seen[ticket] then
                seen[ticket] = true
                tickets[#tickets + 1] = ticket
            end
        end
        local from = '[x'
        while true do
            local next = call('ZRANGEBYLEX', queue, from, '(z', 'LIMIT', 0, 1)[1]
            if not next then
                break
            end
            local line = string.match(next, '^[xy][^\n]*\n')
            local path = sub(line, 2)
            count = count + (paths[path] and 0 or 1)
            paths[path] = true
            front(line, sub(line, 1, 1) == 'x' and far or SHARERS, show)
            from = '(' .. line .. '\255'
        end
        insiders(held, show)
        for kind, interest in string.gmatch(ARGV[1], '(%a)([^\n]+)') do
            local line = kind .. interest .. '\n'
            if kind == 'o' then
                walk(line, SHARERS, show)
            else
                for _, member in ipairs(call('ZRANGEBYLEX', queue, '[' .. line, '(' .. line .. '\255')) do
                    show(sub(member, #line + 17, #line + 32))
                end
            end
        end
        return tickets, count
    end

    local function waiters(tickets)
        local found = {}
        for _, ticket in ipairs(tickets) do
            local till = call('ZSCORE', places, ticket)
            local frame, body = unpack(call('HMGET', waiting, ticket, ticket .. 'b'))
            for _, value in ipairs({ticket, till, frame, body}) do
                found[#found + 1] = value
            end
        end
        return found
    end

    local function fates(held)
        local found, frames = {}, table.concat(held, '\n')
        for kind, request in string.gmatch(ARGV[1], '(%a)([^\n]+)') do
            local known = kind == 'r' and fate(request, frames, count, told, now)
            if known then
                found[#found + 1] = request
                found[#found + 1] = known
            end
        end
        return found
    end

    local tickets, paths = {}, 0
    local fields = call('HGETALL', root)
    local held = holds(sole, frame, fields)
    if count ~= ZERO then
        tickets, paths = shown(held)
    end
    return {now, version, epoch, count, paths, fields, waiters(tickets), fates(held), waiters(tails), stamp}
end
