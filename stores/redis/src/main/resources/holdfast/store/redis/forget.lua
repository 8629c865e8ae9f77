-- Takes what leads to the root out of an index, unless there is something in it again.
if #ARGV > 1 and call('EXISTS', root) == 0 then
    call(ARGV[1], ARGV[1] == 'HDEL' and locks or index, unpack(ARGV, 2))
end
return 0
