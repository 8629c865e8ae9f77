package holdfast.store.redis;

import holdfast.model.Root;
import java.util.List;

/** The keys of one root. Its name stands behind the hash tag, so whatever is in it, all are in one slot. */
record RootKeys(Shard shard, Root root) {
    /** A hash: numbers, counts of requests and owners, how requests ended. */
    String meta() {
        return key("r:");
    }

    /** A hash: token, token + b for the body, token + a for an amendment. */
    String holds() {
        return key("h:");
    }

    /** A hash: ticket, ticket + b for the body. */
    String waiters() {
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

    private String key(String kind) {
        return shard.prefix() + kind + root.text();
    }

    /** In the order in which the scripts expect them. */
    List<String> all() {
        return List.of(
                shard.clock(),
                shard.index(),
                shard.ends(),
                meta(),
                holds(),
                waiters(),
                places(),
                queue(),
                shard.trail());
    }
}
