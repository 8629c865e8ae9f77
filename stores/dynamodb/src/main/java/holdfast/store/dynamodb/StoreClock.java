package holdfast.store.dynamodb;

import holdfast.model.StoreTime;
import java.time.Duration;

/** What is known of the service's time. */
interface StoreClock {
    Reading read();

    /**
     * The service's time lies between these two. Whether something has lapsed is judged by the earliest, and until when something
     * lasts is counted from the latest, so no lease is ever cut short.
     */
    record Reading(StoreTime earliest, StoreTime latest) {}

    /**
     * The time of one look or commit.
     *
     * @param now by which everything is judged; never after the service's time
     * @param ahead by how much the service's time may be later
     */
    record Moment(StoreTime now, Duration ahead) {
        /** Never before the last commit, which was not after the service's time either. */
        static Moment of(Reading reading, StoreTime lastCommit) {
            StoreTime now =
                    reading.earliest().hasReached(lastCommit) ? reading.earliest() : lastCommit;
            Duration ahead = now.until(reading.latest());
            return new Moment(now, ahead.isNegative() ? Duration.ZERO : ahead);
        }

        StoreTime latest() {
            return now.plus(ahead);
        }
    }
}
