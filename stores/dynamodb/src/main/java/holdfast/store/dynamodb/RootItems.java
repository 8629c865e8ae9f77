package holdfast.store.dynamodb;

import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.store.LockStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items as other tools know them, with what is ours beside it: {@code revision}, by which a write is conditioned and recognised;
 * {@code body}, packed; {@code due}, when the first hold ends; {@code waiting}, how many wait. A root that is free has an
 * {@code expiresAt} of 0: other tools take it for expired, and the service's clearing leaves alone what ended so long ago.
 */
final class RootItems {
    /** The service takes no larger item. */
    static final int BYTES_MAX = 400 * 1024;

    static final String KEY = "lockKey";
    static final String LOCK = "lockId";
    static final String EXPIRES = "expiresAt";
    static final String REVISION = "revision";
    static final String DUE = "due";
    static final Duration FORGOTTEN_AFTER = LockStore.REMEMBERED_FOR.plusDays(1);
    private static final String LOCKED_BY = "lockedBy";
    private static final String LOCKED_AT = "lockedAt";
    private static final String HEARTBEAT = "lastHeartbeat";
    private static final String METADATA = "metadata";
    static final String WAITING = "waiting";
    static final String FREE_SINCE = "freeSince";
    private static final String BODY = "body";
    private static final long SECOND = 1_000_000_000L;
    private static final int METADATA_SIZE_MAX = 2_000;

    /** How long a lock of another tool is respected after its end. */
    private final Duration margin;

    RootItems(Duration margin) {
        this.margin = margin;
    }

    static Map<String, AttributeValue> key(Root root) {
        return Map.of(KEY, Attributes.text(root.text()));
    }

    /** Other tools may call an attribute of theirs a revision. */
    static boolean isOurs(Map<String, AttributeValue> raw) {
        return Attributes.textIfThere(raw, REVISION) != null
                && raw.get(BODY) != null
                && raw.get(BODY).b() != null;
    }

    RootItem read(Root root, Map<String, AttributeValue> raw) {
        boolean isOurs = isOurs(raw);
        RootBody body = isOurs ? RootBody.read(root, Attributes.bytes(raw, BODY)) : RootBody.NONE;
        String lock = Attributes.textIfThere(raw, LOCK);
        boolean isTaken =
                !isOurs || !body.shown().equals(Objects.requireNonNullElse(lock, RootBody.NOBODY));
        Hold foreign = isTaken && !raw.isEmpty() ? ForeignHold.of(root, raw, margin) : null;
        List<Hold> holds = new ArrayList<>(body.holds());
        Numbers numbers = body.numbers();
        if (foreign != null) {
            holds.addFirst(foreign);
            if (!isOurs) {
                // Not that of a root which nobody has: what was decided for that must be refused.
                numbers = Numbers.of(foreign);
            }
        }
        return new RootItem(root, raw, numbers, holds, body.ended(), body.first(), foreign);
    }

    /**
     * The item with the attributes to write.
     *
     * @param waitersUntil until when somebody may still wait
     */
    static RootItem written(RootItem item, StoreTime waitersUntil) {
        Map<String, AttributeValue> raw = new HashMap<>();
        List<Hold> ours =
                item.holds().stream().filter(hold -> !item.isForeign(hold.token())).toList();
        Hold shown =
                ours.stream()
                        .filter(hold -> hold.resource().path().isWhole())
                        .findFirst()
                        .orElse(ours.isEmpty() ? null : ours.getFirst());
        boolean keepsForeign = item.foreign() != null && item.holds().contains(item.foreign());
        if (keepsForeign) {
            raw.putAll(item.raw());
        } else {
            show(raw, shown);
            long until = item.numbers().waiting() > 0 ? waitersUntil.epochNanos() : 0;
            for (Hold hold : ours) {
                until = Math.max(until, hold.until().epochNanos());
            }
            raw.put(EXPIRES, Attributes.number(Math.ceilDiv(until, SECOND)));
        }
        raw.put(KEY, Attributes.text(item.root().text()));
        raw.put(REVISION, Attributes.text(newRevision()));
        raw.put(BODY, RootBody.write(item, ours, keepsForeign ? null : shown));
        mark(raw, item);
        return new RootItem(
                item.root(),
                raw,
                item.numbers(),
                item.holds(),
                item.ended(),
                item.first(),
                keepsForeign ? item.foreign() : null);
    }

    /** Of an item that was written, what another process needs to write upon it. */
    static Map<String, AttributeValue> told(RootItem item) {
        Map<String, AttributeValue> told = new HashMap<>();
        for (String name : List.of(REVISION, EXPIRES, LOCK, BODY)) {
            AttributeValue value = item.raw().get(name);
            if (value != null) {
                told.put(name, value);
            }
        }
        return told;
    }

    /** What scans ask for. */
    private static void mark(Map<String, AttributeValue> raw, RootItem item) {
        List.of(DUE, WAITING, FREE_SINCE).forEach(raw::remove);
        item.holds().stream()
                .mapToLong(hold -> hold.until().epochNanos())
                .min()
                .ifPresent(due -> raw.put(DUE, Attributes.number(due)));
        if (item.numbers().waiting() > 0) {
            raw.put(WAITING, Attributes.number(item.numbers().waiting()));
        } else if (item.holds().isEmpty()) {
            raw.put(FREE_SINCE, Attributes.number(item.numbers().at().epochNanos() / SECOND));
        }
    }

    private static String newRevision() {
        UUID random = UUID.randomUUID();
        return Long.toString(
                random.getMostSignificantBits() ^ random.getLeastSignificantBits(), 36);
    }

    private static void show(Map<String, AttributeValue> raw, @Nullable Hold shown) {
        if (shown == null) {
            return;
        }
        raw.put(LOCK, Attributes.text(shown.id().text()));
        raw.put(LOCKED_BY, Attributes.text(shown.owner().name()));
        raw.put(LOCKED_AT, Attributes.number(shown.acquiredAt().epochNanos() / SECOND));
        raw.put(HEARTBEAT, Attributes.number(shown.heartbeatAt().epochNanos() / SECOND));
        Map<String, AttributeValue> metadata =
                shown.note().metadata().entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        Map.Entry::getKey,
                                        entry -> Attributes.text(entry.getValue())));
        // What is large is shown by Holdfast only: every write would pay for it twice.
        raw.put(
                METADATA,
                AttributeValue.fromM(
                        Attributes.size(metadata) > METADATA_SIZE_MAX ? Map.of() : metadata));
    }
}
