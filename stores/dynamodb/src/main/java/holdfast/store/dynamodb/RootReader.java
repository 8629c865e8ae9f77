package holdfast.store.dynamodb;

import holdfast.model.Root;
import holdfast.model.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Reads a root: its item and, if anybody waits, its queue. The two are read one after the other, so the item says by a digest which
 * tickets are in the queue, and they are read again until they fit.
 */
final class RootReader {
    private static final int MISFITS_MAX = 5;

    private final DynamoLink link;
    private final RootItems items;

    RootReader(DynamoLink link) {
        this.link = link;
        this.items = new RootItems(link.address().margin());
    }

    /** The item and the queue as they are now. */
    Known look(Root root) {
        return complete(item(root));
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
            Known known = Known.of(item);
            if (known.queue() != null) {
                return known;
            }
            Queue queue = queue(item.root());
            if (fits(item, queue)) {
                return new Known(item, queue);
            }
            RootItem again = item(item.root());
            boolean same = Objects.equals(again.revision(), item.revision());
            if (same && (misfits >= MISFITS_MAX || !item.countsWaiters())) {
                // Somebody took waiters away by hand, or wiped the item: what is there counts.
                return new Known(again, queue);
            }
            item = again;
        }
    }

    private static boolean fits(RootItem item, Queue queue) {
        return item.countsWaiters()
                ? queue.digest() == item.numbers().digest()
                        && queue.size() == item.numbers().waiting()
                : queue.size() == 0;
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
