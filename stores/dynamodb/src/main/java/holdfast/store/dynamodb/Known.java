package holdfast.store.dynamodb;

import org.jspecify.annotations.Nullable;

/**
 * A root as this process knows it. It may be wrong at any time: a write is conditioned on it.
 *
 * @param queue null if it was not read; how long its places last may have changed meanwhile, but not who is in it
 */
record Known(RootItem item, @Nullable Queue queue) {
    static Known of(RootItem item) {
        boolean nobody = item.countsWaiters() && item.numbers().waiting() == 0;
        return new Known(item, nobody ? Queue.EMPTY : null);
    }

    Queue requiredQueue() {
        if (queue == null) {
            throw new IllegalStateException("the queue of '" + item.root() + "' was not read");
        }
        return queue;
    }
}
