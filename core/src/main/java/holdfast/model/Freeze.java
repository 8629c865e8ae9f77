package holdfast.model;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * A pause on new grants below a prefix. It never touches holders.
 *
 * @param by who asked for it
 * @param exempt ids or names of owners that it does not stop
 */
public record Freeze(
        String id,
        Prefix prefix,
        String by,
        String reason,
        StoreTime since,
        StoreTime until,
        Set<String> exempt) {
    public static final int EXEMPT_MAX = 100;

    public Freeze {
        id = Names.checked("freeze id", id, 100);
        by = Names.checked("the name of who freezes", by, Owner.NAME_LENGTH_MAX);
        reason = Texts.checked("reason", reason, Note.REASON_LENGTH_MAX);
        if (exempt.size() > EXEMPT_MAX) {
            throw new InvalidRequestException(
                    "a freeze exempts " + exempt.size() + " owners, the limit is " + EXEMPT_MAX);
        }
        exempt =
                exempt.stream()
                        .map(owner ->
                                Names.checked("an exempt owner", owner, Owner.NAME_LENGTH_MAX))
                        .collect(Collectors.toUnmodifiableSet());
    }

    public boolean isActive(StoreTime now) {
        return !now.hasReached(until);
    }

    public boolean exempts(Owner owner) {
        return exempt.contains(owner.id().text()) || exempt.contains(owner.name());
    }
}
