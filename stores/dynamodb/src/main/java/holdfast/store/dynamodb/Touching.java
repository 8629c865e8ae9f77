package holdfast.store.dynamodb;

import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.store.Change;
import holdfast.store.Stamp;
import holdfast.store.StoreException;
import holdfast.store.dynamodb.StoreClock.Moment;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Lets places last longer: one small write for each, which does not touch the root. Only where the root's own end would come before
 * that of a place, it is moved too, since other tools would otherwise take the root for free.
 */
final class Touching {
    private static final long SECOND = 1_000_000_000L;

    private final DynamoLink link;
    private final RootReader reader;

    Touching(DynamoLink link, RootReader reader) {
        this.link = link;
        this.reader = reader;
    }

    Stamp touch(Root root, List<Change> touches) {
        RootItem item = reader.item(root);
        Moment moment = Moment.of(link.clock().read(), item.numbers().at());
        Map<Ticket, StoreTime> ends = new LinkedHashMap<>();
        for (Change change : touches) {
            if (change instanceof Change.Touch touch) {
                ends.merge(
                        touch.ticket(),
                        moment.latest().plus(touch.lease()),
                        (one, other) -> one.hasReached(other) ? one : other);
            }
        }
        cover(item, ends);
        Set<Ticket> missed = touch(root, ends, moment.now());
        return new Stamp(moment.now(), 0, item.numbers().version(), missed);
    }

    /** Touches that belong to a commit, which has been made: whatever fails, it does not mean that nothing was written. */
    Stamp touchAlso(Root root, Staged staged) {
        Set<Ticket> missed = new HashSet<>(staged.stamp().missed());
        try {
            missed.addAll(touch(root, staged.places().touched(), staged.stamp().now()));
        } catch (StoreException.Unavailable e) {
            throw new StoreException.OutcomeUnknown(
                    "a change of '"
                            + root
                            + "' was made but for the places in line: "
                            + e.getMessage(),
                    e);
        }
        return new Stamp(
                staged.stamp().now(),
                staged.stamp().firstNumber(),
                staged.stamp().version(),
                missed);
    }

    private Set<Ticket> touch(Root root, Map<Ticket, StoreTime> ends, StoreTime now) {
        var missed = new HashSet<Ticket>();
        var touched =
                Together.all(
                        ends.entrySet().stream().toList(),
                        end -> isTouched(root, end, now) ? null : end.getKey());
        touched.stream().filter(java.util.Objects::nonNull).forEach(missed::add);
        return missed;
    }

    private boolean isTouched(Root root, Map.Entry<Ticket, StoreTime> end, StoreTime now) {
        UpdateItemRequest touch =
                UpdateItemRequest.builder()
                        .tableName(link.address().queueTable())
                        .key(WaiterItems.key(root, end.getKey()))
                        .updateExpression("SET #until = :until")
                        .conditionExpression("#until > :now")
                        .expressionAttributeNames(Map.of("#until", WaiterItems.UNTIL))
                        .expressionAttributeValues(
                                Map.of(
                                        ":until",
                                        Attributes.number(end.getValue().epochNanos()),
                                        ":now",
                                        Attributes.number(now.epochNanos())))
                        .build();
        try {
            link.write(service -> service.updateItem(touch));
            return true;
        } catch (ConditionalCheckFailedException e) {
            return false;
        }
    }

    /** Only ever to a later time, and only while somebody waits: another tool's item is left alone, and so is a free one. */
    private void cover(RootItem item, Map<Ticket, StoreTime> ends) {
        long last =
                ends.values().stream()
                        .mapToLong(end -> Math.ceilDiv(end.epochNanos(), SECOND))
                        .max()
                        .orElse(0);
        Long expires = Attributes.numberIfThere(item.raw(), RootItems.EXPIRES);
        if (item.foreign() != null || expires == null || expires >= last) {
            return;
        }
        try {
            link.write(service ->
                    service.updateItem(update ->
                            update.tableName(link.address().table())
                                    .key(RootItems.key(item.root()))
                                    .updateExpression("SET #expires = :last")
                                    .conditionExpression(
                                            "attribute_exists(#revision) AND attribute_exists(#waiting) AND #expires < :last")
                                    .expressionAttributeNames(
                                            Map.of(
                                                    "#revision", RootItems.REVISION,
                                                    "#waiting", RootItems.WAITING,
                                                    "#expires", RootItems.EXPIRES))
                                    .expressionAttributeValues(
                                            Map.of(":last", Attributes.number(last)))));
        } catch (ConditionalCheckFailedException e) {
            // Others have seen to it, or nobody waits any more.
        }
    }
}
