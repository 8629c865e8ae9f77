package holdfast.store.dynamodb;

import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.SubPath;
import holdfast.model.Terms;
import holdfast.model.Token;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The lock of a tool that knows only the older format, as a hold: of the whole root, until its {@code expiresAt} and a margin. An
 * item without one is held for ever, as such tools themselves take it.
 */
final class ForeignHold {
    private static final long SECOND = 1_000_000_000L;
    private static final long FOR_EVER_SECONDS = 7_000_000_000L;
    private static final long TOKEN_BITS = (1L << 40) - 1; // below every token of ours
    private static final Duration LEASE = Duration.ofHours(1);

    private ForeignHold() {}

    static Hold of(Root root, Map<String, AttributeValue> raw, Duration margin) {
        String lock = String.valueOf(Attributes.textIfThere(raw, RootItems.LOCK));
        StoreTime since = seconds(Attributes.numberIfThere(raw, "lockedAt"), 0);
        long mark = mark(lock + since);
        Owner owner = owner(Attributes.textIfThere(raw, "lockedBy"), mark);
        Long expires = Attributes.numberIfThere(raw, RootItems.EXPIRES);
        // Such a tool takes what expired before the second that it reads on its clock.
        StoreTime until =
                expires == null || expires >= FOR_EVER_SECONDS
                        ? seconds(FOR_EVER_SECONDS, 0)
                        : seconds(expires + 1, 0).plus(margin);
        return new Hold(
                LockId.of(since, owner.name(), (int) mark),
                new Token(1 + (mark & TOKEN_BITS)),
                new Resource(root, SubPath.WHOLE),
                Mode.EXCLUSIVE,
                owner,
                List.of(),
                Terms.of(LEASE),
                Standing.CONFIRMED,
                Priority.NORMAL,
                new Note("held by a tool with the older item format", Map.of()),
                new EngineId("another-tool"),
                since,
                seconds(Attributes.numberIfThere(raw, "lastHeartbeat"), since.epochNanos()),
                until);
    }

    private static StoreTime seconds(@Nullable Long seconds, long otherwise) {
        return seconds == null || seconds < 0 || seconds > FOR_EVER_SECONDS
                ? new StoreTime(otherwise)
                : new StoreTime(seconds * SECOND);
    }

    /** The same for the same lock, in every process. */
    private static long mark(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8))
                .getMostSignificantBits();
    }

    private static Owner owner(@Nullable String lockedBy, long mark) {
        var id = new OwnerId("another-tool-" + Long.toHexString(mark));
        String name =
                lockedBy == null
                        ? ""
                        : lockedBy.replaceAll("[^\\p{L}\\p{N}\\p{P}\\p{S} ]", " ").strip();
        name =
                name.length() > Owner.NAME_LENGTH_MAX
                        ? name.substring(0, Owner.NAME_LENGTH_MAX).strip()
                        : name;
        try {
            return new Owner(id, name);
        } catch (IllegalArgumentException e) {
            // Whatever it is called, it holds the lock.
            return new Owner(id, "another tool");
        }
    }
}
