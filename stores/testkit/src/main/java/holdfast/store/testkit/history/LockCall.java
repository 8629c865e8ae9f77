package holdfast.store.testkit.history;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a client of a lock asked for and was told. */
sealed interface LockCall {
    /** Told with the whole hold. */
    record Granted(Token token, Resource resource, Mode mode, StoreTime at, StoreTime until)
            implements LockCall {
        static Granted of(Hold hold) {
            return new Granted(
                    hold.token(), hold.resource(), hold.mode(), hold.acquiredAt(), hold.until());
        }
    }

    /**
     * Only others saw this hold: whoever asked for it did not hear of it, because its answer was lost or its wait was over. Its
     * engine gives it back, some time.
     */
    record GrantedUntold(Token token, Resource resource, Mode mode, StoreTime at)
            implements LockCall {
        static GrantedUntold of(Hold hold) {
            return new GrantedUntold(hold.token(), hold.resource(), hold.mode(), hold.acquiredAt());
        }
    }

    /** Told who was in the way, and at what time; nobody, if only waiters were. */
    record Refused(Resource resource, Mode mode, Set<Token> holders, StoreTime at)
            implements LockCall {
        static Refused of(Resource resource, Mode mode, List<Hold> holders, StoreTime at) {
            return new Refused(
                    resource,
                    mode,
                    holders.stream().map(Hold::token).collect(Collectors.toUnmodifiableSet()),
                    at);
        }
    }

    /** All renewals of a hold ask for the same lease. */
    record Renewed(Token token, Duration lease, StoreTime at) implements LockCall {}

    /** The answer to a renewal was lost. */
    record RenewedPerhaps(Token token) implements LockCall {}

    /** Given back by one call or by repetitions of it. */
    record Released(Token token) implements LockCall {}

    /** Told, by a renewal or a release, that the hold had ended. */
    record Lost(Token token, Ending ending) implements LockCall {}

    /** The store's time in the answer; null if it has none, or one that is not of this call alone. */
    default @Nullable StoreTime answeredAt() {
        return switch (this) {
            case Granted granted -> granted.at();
            case Refused refused -> refused.at();
            case Renewed renewed -> renewed.at();
            case GrantedUntold untold -> null;
            case RenewedPerhaps perhaps -> null;
            case Released released -> null;
            case Lost lost -> null;
        };
    }
}
