-- Takes what leads to the root out of the index, unless there is something in it again.
if #ARGV > 1 and redis.call('EXISTS', root) == 0 then
    redis.call('ZREM', index, unpack(ARGV, 2))
end
return 0
