package holdfast.store.dynamodb;

import holdfast.model.Root;
import holdfast.model.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Reads a root: its item and, if anybody waits, its queue. The two are read one after the other, so the item says by a digest which
 * tickets are in the queue, and they are read again until they fit.
 */
final class RootReader {
    private static final int MISFITS_MAX = 5;

    /** Read by its key every place costs as much as four kilobytes of a queue. */
    private static final int TOGETHER_MAX = 8;

    private final DynamoLink link;
    private final RootItems items;

    RootReader(DynamoLink link) {
        this.link = link;
        this.items = new RootItems(link.address().margin());
    }

    /**
     * The item and the queue as they are now.
     *
     * @param before what is known already: if that is who waits, and not too many, all of it is read by one request
     */
    Known look(Root root, @Nullable Known before) {
        Queue queue = before == null ? null : before.queue();
        return queue == null || queue.size() == 0 || queue.size() > TOGETHER_MAX
                ? complete(item(root))
                : together(root, queue);
    }

    private Known together(Root root, Queue expected) {
        String table = link.address().table();
        String queueTable = link.address().queueTable();
        var keys =
                Map.of(
                        table, keys(List.of(RootItems.key(root))),
                        queueTable,
                                keys(
                                        expected.waiters().stream()
                                                .map(one -> WaiterItems.key(root, one.ticket()))
                                                .toList()));
        var found = link.look(service -> service.batchGetItem(get -> get.requestItems(keys)));
        if (found.hasUnprocessedKeys() && !found.unprocessedKeys().isEmpty()) {
            return complete(item(root));
        }
        var items = found.responses().getOrDefault(table, List.of());
        RootItem item = item(root, items.isEmpty() ? Map.of() : items.getFirst());
        var queue =
                new Queue(
                        found.responses().getOrDefault(queueTable, List.of()).stream()
                                .map(one -> WaiterItems.read(root, one))
                                .toList());
        return item.countsWaiters() && item.fits(queue)
                ? new Known(item, queue, Known.Ends.READ)
                : complete(item);
    }

    private static KeysAndAttributes keys(List<Map<String, AttributeValue>> keys) {
        return KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
    }

    RootItem item(Root root) {
        return item(root, link.get(link.address().table(), RootItems.key(root)));
    }

    RootItem item(Root root, Map<String, AttributeValue> raw) {
        return items.read(root, raw);
    }

    /** The item, which was read just now, and its queue. */
    Known complete(RootItem first) {
        RootItem item = first;
        for (int misfits = 0; ; misfits++) {
            if (item.countsWaiters() && item.numbers().waiting() == 0) {
                return Known.of(item);
            }
            Queue queue = queue(item.root());
            if (item.fits(queue)) {
                return new Known(item, queue, Known.Ends.READ);
            }
            RootItem again = item(item.root());
            boolean same = Objects.equals(again.revision(), item.revision());
            if (same && (misfits >= MISFITS_MAX || !item.countsWaiters())) {
                // Somebody took waiters away by hand, or wiped the item: what is there counts.
                return new Known(again, queue, Known.Ends.READ);
            }
            item = again;
        }
    }

    Queue queue(Root root) {
        List<Waiter> waiters = new ArrayList<>();
        link.query(
                QueryRequest.builder()
                        .tableName(link.address().queueTable())
                        .consistentRead(true)
                        .keyConditionExpression("#root = :root")
                        .expressionAttributeNames(Map.of("#root", WaiterItems.ROOT))
                        .expressionAttributeValues(Map.of(":root", Attributes.text(root.text()))),
                found -> waiters.add(WaiterItems.read(root, found)));
        return waiters.isEmpty() ? Queue.EMPTY : new Queue(waiters);
    }

    /** Whether a write that was made with this revision is the last one. */
    boolean isLast(Root root, @Nullable String revision) {
        return Objects.equals(item(root).revision(), revision);
    }
}
