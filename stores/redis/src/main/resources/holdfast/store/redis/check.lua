-- Whether all conditions are met. The first word that is none begins the changes.
local met, at, word, value = true, 2, ARGV[2], ARGV[3]
while met do
    if word == 'same' then
        met = sub(numbers, 17, 48) == value
    elseif word == 'by' then
        -- Freezes are judged by it.
        local high = call('HGET', shard, 'now')
        if high and high > now then
            now = high
        elseif now > clock then
            -- The server's clock was set back behind the root's: the next list of freezes is not older than that.
            call('HSET', shard, 'now', now)
        end
        met = now <= value
    elseif word == 'live' then
        local held = value == sole and frame or call('HGET', root, value)
        met = held and sub(held, 1, 16) > now
    elseif word == 'unknown' then
        local frames = more == 'm' and table.concat(holds(sole, frame, call('HGETALL', root)), '\n') or frame
        met = not fate(value, frames, count, told, now)
    elseif word == 'version' then
        met = version == value
    elseif word == 'epoch' then
        met = epoch == value
    elseif word == 'lapsed' then
        local held, till = value == sole and frame or call('HGET', root, value), ARGV[at + 2]
        met = held and sub(held, 1, 16) == till and till <= now
        at = at + 1
    elseif word == 'held' then
        met = value == sole or call('HEXISTS', root, value) == 1
    elseif word == 'waits' then
        met = call('HEXISTS', waiting, value) == 1
    elseif word == 'below' then
        met = count < value
    else
        break
    end
    at = at + 2
    word, value = ARGV[at], ARGV[at + 1]
end

-- A commit that is made comes here a second time if the root is to be shown after it. Not by a function: see the holds.
local stamp, show
while true do
