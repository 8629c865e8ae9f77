-- Takes what leads to the root out of the index, unless there is something in it again.
local marks = args()
if number('c') + number('w') == 0 and #marks > 0 then
    redis.call('ZREM', index, unpack(marks))
end
return 0
