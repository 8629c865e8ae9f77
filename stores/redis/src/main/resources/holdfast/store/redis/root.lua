-- What is kept of one root, and what leads to it. Its name stands in its key, behind the prefix of the shard and a letter.
local root, locks, waiting, places, queue, index, ends = KEYS[2], KEYS[3], KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10]

-- The numbers of a root stand in one text: when it was last changed, its version, its epoch, the last token or ticket, up to when its
-- time to live suffices, where it stands among the ends, how many endings were told, and how many wait. Then comes an o once
-- somebody has waited, since when its holds are in the index by their owners. Behind that are token and frame of one of the holds, which is
-- nearly always the only one: so a heartbeat changes nothing else. The frames of others are fields of their own, by token; an m says that
-- there may be some.
local numbers = call('HGET', root, 'numbers') or ZERO .. ZERO .. ZERO .. ZERO .. ZERO .. NEVER .. ZERO .. ZERO .. '--'
local version, epoch, number, covered = sub(numbers, 17, 32), sub(numbers, 33, 48), sub(numbers, 49, 64), sub(numbers, 65, 80)
local bound, told, count, owned = sub(numbers, 81, 96), sub(numbers, 97, 112), sub(numbers, 113, 128), sub(numbers, 129, 129)
local more, sole, frame = sub(numbers, 130, 130), sub(numbers, 131, 146), sub(numbers, 147)

-- The clock of a root never goes back.
local clock = now
if numbers > now then
    now = sub(numbers, 1, 16)
end
