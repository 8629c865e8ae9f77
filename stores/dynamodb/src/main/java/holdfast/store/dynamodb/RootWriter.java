package holdfast.store.dynamodb;

import holdfast.model.EngineId;
import holdfast.model.InvalidRequestException;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Writes what a commit makes of a root, on condition that the root is still the one that was read: one request. */
final class RootWriter {
    private static final int PARTS_MAX = 100;

    private static final int ENDINGS_MAX = 24;
    private static final int ENDINGS_WORTH_MOVING = 4;

    private final DynamoLink link;
    private final RootReader reader;
    private final Trail trail;

    /** What became of a write. */
    sealed interface Outcome {
        /** @param moved endings that were moved out of the item */
        record Written(RootItem item, List<EndedRequest> moved) implements Outcome {}

        /** The root has changed: this is what it is now. */
        record Overtaken(RootItem item) implements Outcome {}

        /** Others were at work at the same moment, or a place is no longer lapsed. Nothing was written. */
        record Disturbed() implements Outcome {}
    }

    RootWriter(DynamoLink link, RootReader reader, Trail trail) {
        this.link = link;
        this.reader = reader;
        this.trail = trail;
    }

    /** @param tell engines in other processes to leave a notice for */
    Outcome write(Known before, Staged staged, Collection<EngineId> tell) {
        RootItem root = before.item();
        StoreTime waitersUntil = waitersUntil(before, staged);
        List<EndedRequest> moved = List.of();
        RootItem after = FirstInLine.written(staged.item(), waitersUntil);
        if (isTimeToMoveEndings(after, staged)) {
            moved = after.ended();
            after = FirstInLine.written(withoutEndings(staged.item()), waitersUntil);
        }
        int size = Attributes.size(after.raw());
        if (size > RootItems.BYTES_MAX) {
            throw new InvalidRequestException(
                    "what is held in '"
                            + after.root()
                            + "' would take "
                            + size
                            + " bytes, the limit of an item in DynamoDB is "
                            + RootItems.BYTES_MAX);
        }
        List<TransactWriteItem> others = others(root.root(), staged, moved);
        notices(after, staged, tell).stream()
                .limit(Math.max(0, PARTS_MAX - 1 - others.size()))
                .forEach(others::add);
        return send(root, new Outcome.Written(after, moved), others);
    }

    /** Also where they take the room of who joins: that takes a transaction anyway. */
    private static boolean isTimeToMoveEndings(RootItem item, Staged staged) {
        int count = item.ended().size();
        boolean needsRoom =
                Attributes.size(item.raw()) > FirstInLine.PAID_ANYWAY
                        || (!staged.places().joined().isEmpty()
                                && item.first().waiters().size()
                                        < FirstInLine.toldAtMost(staged.item()));
        return count >= ENDINGS_MAX || (count >= ENDINGS_WORTH_MOVING && needsRoom);
    }

    private static RootItem withoutEndings(RootItem item) {
        Numbers numbers = item.numbers();
        return new RootItem(
                item.root(),
                item.raw(),
                new Numbers(
                        numbers.version(),
                        numbers.epoch(),
                        numbers.last(),
                        numbers.told(),
                        item.ended().getLast().number(),
                        numbers.waiting(),
                        numbers.digest(),
                        numbers.at()),
                item.holds(),
                List.of(),
                item.first(),
                item.foreign());
    }

    /** Until when somebody may wait. Where the queue was not read just now, all are covered by what is written there. */
    private static StoreTime waitersUntil(Known before, Staged staged) {
        RootItem item = before.item();
        Long expires = Attributes.numberIfThere(item.raw(), RootItems.EXPIRES);
        boolean isRead = before.queue() != null && before.ends() == Known.Ends.READ;
        StoreTime until =
                !isRead && item.foreign() == null && expires != null
                        ? new StoreTime(expires * 1_000_000_000L)
                        : new StoreTime(0);
        List<Waiter> waiters =
                staged.queue() == null ? staged.places().joined() : staged.queue().waiters();
        for (Waiter waiter : waiters) {
            until = until.hasReached(waiter.until()) ? until : waiter.until();
        }
        return until;
    }

    private List<TransactWriteItem> others(Root root, Staged staged, List<EndedRequest> moved) {
        var others = new ArrayList<TransactWriteItem>();
        String queue = link.address().queueTable();
        String records = link.address().recordsTable();
        for (Waiter waiter : staged.places().joined()) {
            if (!staged.places().gone().contains(waiter.ticket())) {
                others.add(put(queue, WaiterItems.write(root, waiter)));
            }
        }
        for (Ticket ticket : staged.places().gone()) {
            others.add(delete(root, ticket, staged));
        }
        Endings.items(root, moved).forEach(item -> others.add(put(records, item)));
        trail.items(staged.audited(), staged.stamp().now())
                .forEach(item -> others.add(put(records, item)));
        return others;
    }

    private TransactWriteItem delete(Root root, Ticket ticket, Staged staged) {
        Delete.Builder delete =
                Delete.builder()
                        .tableName(link.address().queueTable())
                        .key(WaiterItems.key(root, ticket));
        boolean dropped = staged.places().dropped().contains(ticket);
        if (dropped || staged.places().assumed().contains(ticket)) {
            delete.conditionExpression(dropped ? "#until <= :now" : "#until > :now")
                    .expressionAttributeNames(Map.of("#until", WaiterItems.UNTIL))
                    .expressionAttributeValues(
                            Map.of(":now", Attributes.number(staged.stamp().now().epochNanos())));
        }
        return TransactWriteItem.builder().delete(delete.build()).build();
    }

    private List<TransactWriteItem> notices(
            RootItem after, Staged staged, Collection<EngineId> tell) {
        return tell.stream()
                .map(engine ->
                        put(
                                link.address().recordsTable(),
                                Letter.write(engine, after, staged.stamp().now())))
                .toList();
    }

    private static TransactWriteItem put(String table, Map<String, AttributeValue> item) {
        return TransactWriteItem.builder()
                .put(Put.builder().tableName(table).item(item).build())
                .build();
    }

    private Outcome send(RootItem before, Outcome.Written written, List<TransactWriteItem> others) {
        try {
            if (others.isEmpty()) {
                putAlone(before, written.item());
            } else {
                putWith(before, written.item(), others);
            }
            return written;
        } catch (ConditionalCheckFailedException e) {
            return overtaken(before, written, e.hasItem() ? e.item() : Map.of());
        } catch (TransactionCanceledException e) {
            return cancelled(before, written, e);
        } catch (StoreException.OutcomeUnknown e) {
            return readBack(before, written, e);
        }
    }

    private void putAlone(RootItem before, RootItem after) {
        Unchanged unchanged = Unchanged.since(before);
        PutItemRequest.Builder put =
                PutItemRequest.builder()
                        .tableName(link.address().table())
                        .item(after.raw())
                        .conditionExpression(unchanged.expression())
                        .expressionAttributeNames(unchanged.names())
                        .returnValuesOnConditionCheckFailure(
                                ReturnValuesOnConditionCheckFailure.ALL_OLD);
        if (!unchanged.values().isEmpty()) {
            put.expressionAttributeValues(unchanged.values());
        }
        link.write(service -> service.putItem(put.build()));
    }

    private void putWith(RootItem before, RootItem after, List<TransactWriteItem> others) {
        Unchanged unchanged = Unchanged.since(before);
        Put.Builder put =
                Put.builder()
                        .tableName(link.address().table())
                        .item(after.raw())
                        .conditionExpression(unchanged.expression())
                        .expressionAttributeNames(unchanged.names())
                        .returnValuesOnConditionCheckFailure(
                                ReturnValuesOnConditionCheckFailure.ALL_OLD);
        if (!unchanged.values().isEmpty()) {
            put.expressionAttributeValues(unchanged.values());
        }
        var parts = new ArrayList<TransactWriteItem>();
        parts.add(TransactWriteItem.builder().put(put.build()).build());
        parts.addAll(others);
        link.write(service -> service.transactWriteItems(write -> write.transactItems(parts)));
    }

    private Outcome cancelled(
            RootItem before, Outcome.Written written, TransactionCanceledException cancelled) {
        List<CancellationReason> reasons = cancelled.cancellationReasons();
        CancellationReason first = reasons.get(0);
        if ("ConditionalCheckFailed".equals(first.code())) {
            return overtaken(before, written, first.hasItem() ? first.item() : Map.of());
        }
        for (CancellationReason reason : reasons) {
            switch (String.valueOf(reason.code())) {
                case "None", "null", "ConditionalCheckFailed", "TransactionConflict" -> {}
                case "ProvisionedThroughputExceeded", "ThrottlingError" ->
                        throw new StoreException.Unavailable(
                                link.address() + " cannot work now: " + reason.code(), cancelled);
                default ->
                        throw new StoreException.Unavailable(
                                link.address() + " refused: " + reason.message(), cancelled);
            }
        }
        return new Outcome.Disturbed();
    }

    /** A refusal whose reason is that the write was made already is none. */
    private Outcome overtaken(
            RootItem before, Outcome.Written written, Map<String, AttributeValue> raw) {
        RootItem now = reader.item(before.root(), raw);
        String revision = now.revision();
        return revision != null && revision.equals(written.item().revision())
                ? written
                : new Outcome.Overtaken(now);
    }

    /** Where the answer was lost, the item says whether this write was the last. If not, it may come yet. */
    private Outcome readBack(
            RootItem before, Outcome.Written written, StoreException.OutcomeUnknown lost) {
        try {
            if (reader.isLast(before.root(), written.item().revision())) {
                return written;
            }
        } catch (StoreException e) {
            lost.addSuppressed(e);
        }
        throw lost;
    }
}
