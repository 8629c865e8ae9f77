package holdfast.store.redis;

import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import java.util.List;

/** The keys of one root. Its name stands behind the hash tag, so whatever is in it, all are in one slot. */
record RootKeys(Shard shard, Root root) {
    /** A hash: numbers, holds, waiters, and how often each of their requests is live. */
    String state() {
        return key("r:");
    }

    /** Tickets by when their place ends. */
    String places() {
        return key("u:");
    }

    /** The waiters in turn: all, by path and mode, by owner, by request. */
    String queue() {
        return key("z:");
    }

    private String key(String kind) {
        return shard.prefix() + kind + root.text();
    }

    /** In the order in which the scripts expect them. How requests ended is in two hashes by turns, a thousand in each. */
    List<String> all() {
        return List.of(
                shard.clock(),
                shard.index(),
                shard.ends(),
                state(),
                key("e:"),
                key("o:"),
                places(),
                queue());
    }

    /** @param number the token or ticket of what the owner has in this root */
    String ownerMark(OwnerId owner, String number) {
        return "o" + owner.text() + markEnd() + "\n" + number;
    }

    String lockMark(LockId lock) {
        return "l" + lock.text() + markEnd();
    }

    String markEnd() {
        return "\n" + root.text();
    }
}
