package holdfast.store.dynamodb;

import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.store.Change;
import holdfast.store.Stamp;
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
        Set<Ticket> missed = touch(root, ends, moment.now());
        cover(item, ends, missed);
        return new Stamp(moment.now(), 0, item.numbers().version(), missed);
    }

    /** Touches that belong to a commit, which has been made. */
    Stamp touchAlso(Root root, Staged staged) {
        Set<Ticket> missed = new HashSet<>(staged.stamp().missed());
        missed.addAll(touch(root, staged.places().touched(), staged.stamp().now()));
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

    private void cover(RootItem item, Map<Ticket, StoreTime> ends, Set<Ticket> missed) {
        long last =
                ends.entrySet().stream()
                        .filter(end -> !missed.contains(end.getKey()))
                        .mapToLong(end -> Math.ceilDiv(end.getValue().epochNanos(), SECOND))
                        .max()
                        .orElse(0);
        Long expires = Attributes.numberIfThere(item.raw(), RootItems.EXPIRES);
        if (item.foreign() != null || expires == null || expires >= last) {
            return;
        }
        Unchanged unchanged = Unchanged.since(item);
        var names = new LinkedHashMap<>(unchanged.names());
        names.put("#expires", RootItems.EXPIRES);
        var values = new LinkedHashMap<>(unchanged.values());
        values.put(":last", Attributes.number(last));
        try {
            link.write(service ->
                    service.updateItem(update ->
                            update.tableName(link.address().table())
                                    .key(RootItems.key(item.root()))
                                    .updateExpression("SET #expires = :last")
                                    .conditionExpression(unchanged.expression())
                                    .expressionAttributeNames(names)
                                    .expressionAttributeValues(values)));
        } catch (ConditionalCheckFailedException e) {
            // The root changed meanwhile; whoever changed it saw to its end, and so does the next
            // touch.
        }
    }
}
