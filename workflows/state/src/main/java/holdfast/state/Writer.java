package holdfast.state;

import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.Mode;
import holdfast.model.SubPath;
import holdfast.model.Token;
import java.time.Instant;

/**
 * Who writes, by which lock.
 *
 * @param path what of the state the lock covers
 * @param client what the writer itself calls its lock; may be empty
 * @param by the lock's owner
 * @param saver who has it saved
 */
public record Writer(
        SubPath path, Token token, String lock, String client, String by, Saver saver) {
    /** The lock's owner saves. */
    public Writer(SubPath path, Token token, String lock, String client, String by) {
        this(path, token, lock, client, by, new Saver(by, ""));
    }

    /** The holder of a lock, which must exclude others. */
    public static Writer of(Hold hold) {
        return of(hold, "");
    }

    public static Writer of(Hold hold, String client) {
        if (hold.mode() != Mode.EXCLUSIVE) {
            throw new InvalidRequestException(
                    "lock " + hold.id() + " is shared: a state is written under an exclusive lock");
        }
        return new Writer(
                hold.resource().path(),
                hold.token(),
                hold.id().text(),
                client,
                hold.owner().name());
    }

    /** Who stamped a state last, to write as such. */
    public static Writer of(StateStamp stamp) {
        return new Writer(stamp.path(), stamp.token(), stamp.lock(), stamp.client(), stamp.by());
    }

    /**
     * What concerns a state as a whole is not done under a lock on a part of it, beside which others work.
     *
     * @param done in one word
     */
    public void requireWhole(String done) {
        if (!path.isWhole()) {
            throw new InvalidRequestException(
                    "nothing was changed: a state is "
                            + done
                            + " under a lock on all of it, and lock "
                            + lock
                            + " covers only '"
                            + path
                            + "'");
        }
    }

    /** The same lock, by which this one saves. */
    public Writer savedBy(Saver other) {
        return new Writer(path, token, lock, client, by, other);
    }

    /** The same, who writes only this part of what its lock covers. */
    Writer on(SubPath part) {
        return new Writer(part, token, lock, client, by, saver);
    }

    StateStamp stamp(Instant at) {
        return new StateStamp(path, token, lock, client, by, at);
    }
}
