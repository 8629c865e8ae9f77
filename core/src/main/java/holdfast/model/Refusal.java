package holdfast.model;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why a lock was not given. */
public sealed interface Refusal {
    ErrorCode code();

    /**
     * Others hold it, or are first in line for it.
     *
     * @param holders whose holds are in the way, at least one unless only waiters are
     * @param waiting how many requests wait in this root
     */
    record Held(Resource resource, List<Hold> holders, int waiting, StoreTime now)
            implements Refusal {
        public Held {
            holders = List.copyOf(holders);
        }

        @Override
        public ErrorCode code() {
            return ErrorCode.LOCK_EXISTS;
        }
    }

    /**
     * The wait reached its deadline; the place in line was given up.
     *
     * @param freeze that kept it out then, whoever held anything; null if none did
     */
    record TimedOut(
            Resource resource,
            Duration waited,
            List<Hold> holders,
            @Nullable Freeze freeze,
            StoreTime now)
            implements Refusal {
        public TimedOut {
            holders = List.copyOf(holders);
        }

        @Override
        public ErrorCode code() {
            return ErrorCode.TIMEOUT;
        }
    }

    record QueueFull(Resource resource, String limit, int value) implements Refusal {
        @Override
        public ErrorCode code() {
            return ErrorCode.QUEUE_FULL;
        }
    }

    /** @param cycle the owners who wait for each other, each for the next and the last for the first */
    record Deadlock(Resource resource, List<OwnerId> cycle) implements Refusal {
        public Deadlock {
            cycle = List.copyOf(cycle);
        }

        @Override
        public ErrorCode code() {
            return ErrorCode.DEADLOCK;
        }
    }

    record Frozen(Resource resource, Freeze freeze) implements Refusal {
        @Override
        public ErrorCode code() {
            return ErrorCode.FROZEN;
        }
    }

    /** The request was withdrawn, by its caller or by someone with the right to do so. */
    record Cancelled(Resource resource, String why) implements Refusal {
        @Override
        public ErrorCode code() {
            return ErrorCode.CANCELLED;
        }
    }

    /** The request was granted once, under this lock id and token, and that hold has ended. */
    record Ended(Resource resource, LockId lock, Token token, Ending ending) implements Refusal {
        @Override
        public ErrorCode code() {
            return ErrorCode.LOCK_LOST;
        }
    }

    /** The lock under which the owner wanted to claim more is not, or no longer, the owner's. */
    record NotUnderLiveLock(Resource resource, LockId under, @Nullable Ending ending)
            implements Refusal {
        @Override
        public ErrorCode code() {
            return ErrorCode.LOCK_LOST;
        }
    }

    /** The owner holds something here already, and the request does not name that lock. */
    record OwnerNotProven(Resource resource, OwnerId owner) implements Refusal {
        @Override
        public ErrorCode code() {
            return ErrorCode.PERMISSION_DENIED;
        }
    }
}
