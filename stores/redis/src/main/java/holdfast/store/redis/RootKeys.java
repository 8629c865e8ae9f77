package holdfast.store.redis;

import holdfast.model.Root;
import java.util.List;

/** The keys of one root. Its name stands behind the hash tag, so whatever is in it, all are in one slot. */
record RootKeys(Shard shard, Root root) {
    /**
     * A hash: the numbers of the root, with the frame of one hold; its body (b) and amendment (a); of each other hold its token, token + b
     * for the body, token + a for an amendment.
     */
    String state() {
        return key("r:");
    }

    /** A hash: of each waiter its ticket, and ticket + b for the body. */
    String waiting() {
        return key("w:");
    }

    /** Tickets by when their place ends. */
    String places() {
        return key("u:");
    }

    /** The waiters in turn: all, by path and mode, by owner, by request. */
    String queue() {
        return key("z:");
    }

    /** How requests ended is in two hashes by turns, a thousand in each. */
    String endings(long told) {
        return key(told % 2_000 < 1_000 ? "e:" : "o:");
    }

    private String key(String kind) {
        return shard.prefix() + kind + root.text();
    }

    /** In the order in which the scripts expect them. */
    List<String> all() {
        return List.of(
                shard.clock(),
                state(),
                shard.locks(),
                endings(0),
                endings(1_000),
                waiting(),
                places(),
                queue(),
                shard.index(),
                shard.ends());
    }
}
