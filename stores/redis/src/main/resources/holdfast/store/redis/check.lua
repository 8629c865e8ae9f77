-- Whether all conditions are met.
local met, at = true, 4
while met and ARGV[at] ~= 'then' do
    local check, value = ARGV[at], ARGV[at + 1]
    at = at + 2
    if check == 'version' then
        met = version == value
    elseif check == 'epoch' then
        met = epoch == value
    elseif check == 'by' then
        met = now <= value
    elseif check == 'unknown' then
        met = not live(value, count) and not ended(value, told, now)
    elseif check == 'live' then
        local frame = redis.call('HGET', root, value)
        met = frame and sub(frame, 1, 16) > now
    elseif check == 'lapsed' then
        local frame, till = redis.call('HGET', root, value), ARGV[at]
        at = at + 1
        met = frame and sub(frame, 1, 16) == till and till <= now
    elseif check == 'held' then
        met = redis.call('HEXISTS', root, value) == 1
    elseif check == 'waits' then
        met = redis.call('HEXISTS', waiting, value) == 1
    elseif check == 'below' then
        met = count < value
    end
end

-- A commit that is made comes here a second time if the root is to be shown after it. Not by a function: see the clock.
local stamp, show
while true do
