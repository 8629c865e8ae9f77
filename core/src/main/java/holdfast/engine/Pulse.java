package holdfast.engine;

import holdfast.model.Ending;
import holdfast.model.Hold;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where heartbeats go: to a store, or to a server. */
@FunctionalInterface
public interface Pulse {
    /**
     * Prolongs holds, all in one round trip. The answers are in the order of the holds.
     *
     * @throws holdfast.store.StoreException if none can be said to be prolonged
     */
    List<Answer> renew(List<Hold> holds);

    /** What a batch costs, so that more or fewer are made. */
    enum Cost {
        LITTLE,
        /** One for each lock would be too many. */
        A_REQUEST
    }

    default Cost costs() {
        return Cost.LITTLE;
    }

    /**
     * Is told about once a second, and at the end, which holds there are: whoever can hear that one of them is taken away may listen for
     * it. Does not wait for anything.
     */
    default void follow(List<Hold> holds) {}

    /** What a heartbeat was answered. */
    sealed interface Answer {
        /** @param lasts how long the hold lasts from before the heartbeat was sent */
        record Alive(Duration lasts) implements Answer {}

        /** @param ending null if nothing is known of the hold */
        record Over(@Nullable Ending ending) implements Answer {}

        /** It may still be held, but was not prolonged. */
        record Failed(String why) implements Answer {}
    }
}
