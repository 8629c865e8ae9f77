package holdfast.store.dynamodb;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.store.LockStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Endings of one root that were moved out of its item, a batch at a time. Batches never change, and the item says which is the last:
 * so what was read once need not be read again, and who made the last batch needs no read at all. Safe for use by many threads.
 */
final class Endings {
    private static final int REQUESTS_MAX = 4 * LockStore.REMEMBERED_PER_ROOT;
    private static final int BATCH_MAX = 500;

    private final DynamoLink link;
    private final Root root;
    private final ReentrantLock mutex = new ReentrantLock();

    /** In which batch a request is named last. */
    @GuardedBy("mutex")
    private final Map<RequestId, Long> batches = new HashMap<>();

    @GuardedBy("mutex")
    private long readUpTo;

    Endings(DynamoLink link, Root root) {
        this.link = link;
        this.root = root;
    }

    /** The latest ending of the request, in the item or moved out of it. */
    Optional<EndedRequest> find(RootItem item, RequestId request) {
        Optional<EndedRequest> inItem = item.ending(request);
        long spilled = item.numbers().spilled();
        if (inItem.isPresent() || spilled == 0) {
            return inItem;
        }
        mutex.lock();
        try {
            if (spilled > readUpTo) {
                read(
                        Math.max(readUpTo, item.numbers().told() - LockStore.REMEMBERED_PER_ROOT),
                        spilled);
            }
            Long batch = batches.get(request);
            return batch == null ? Optional.empty() : find(batch, request);
        } finally {
            mutex.unlock();
        }
    }

    private Optional<EndedRequest> find(long batch, RequestId request) {
        Map<String, AttributeValue> item =
                link.get(
                        link.address().recordsTable(),
                        Records.key(part(root), Records.padded(batch)));
        return item.isEmpty()
                ? Optional.empty()
                : parse(item).reversed().stream()
                        .filter(ended -> ended.requests().contains(request))
                        .findFirst();
    }

    @GuardedBy("mutex")
    private void read(long after, long upTo) {
        if (batches.size() > REQUESTS_MAX) {
            batches.clear();
            readUpTo = 0;
            after = upTo - LockStore.REMEMBERED_PER_ROOT;
        }
        var found = new ArrayList<Map<String, AttributeValue>>();
        link.query(
                QueryRequest.builder()
                        .tableName(link.address().recordsTable())
                        .consistentRead(true)
                        .keyConditionExpression("#part = :part AND #item BETWEEN :after AND :last")
                        .expressionAttributeNames(
                                Map.of("#part", Records.PART, "#item", Records.ITEM))
                        .expressionAttributeValues(
                                Map.of(
                                        ":part", Attributes.text(part(root)),
                                        ":after",
                                                Attributes.text(
                                                        Records.padded(Math.max(0, after + 1))),
                                        ":last", Attributes.text(Records.padded(upTo)))),
                found::add);
        for (Map<String, AttributeValue> item : found) {
            note(item);
        }
        readUpTo = upTo;
    }

    @GuardedBy("mutex")
    private void note(Map<String, AttributeValue> item) {
        long batch = Long.parseLong(Attributes.text(item, Records.ITEM));
        for (EndedRequest ended : parse(item)) {
            ended.requests().forEach(request -> batches.put(request, batch));
        }
    }

    /** Takes note of what this process moved out itself. */
    void moved(List<EndedRequest> ended, long before) {
        if (ended.isEmpty()) {
            return;
        }
        mutex.lock();
        try {
            if (readUpTo != before) {
                return; // it is read when it is needed
            }
            for (List<EndedRequest> batch : split(ended)) {
                long number = batch.getLast().number();
                batch.forEach(
                        one -> one.requests().forEach(request -> batches.put(request, number)));
                readUpTo = number;
            }
        } finally {
            mutex.unlock();
        }
    }

    static List<Map<String, AttributeValue>> items(Root root, List<EndedRequest> ended) {
        return split(ended).stream().map(batch -> item(root, batch)).toList();
    }

    private static List<List<EndedRequest>> split(List<EndedRequest> ended) {
        var batches = new ArrayList<List<EndedRequest>>();
        for (int from = 0; from < ended.size(); from += BATCH_MAX) {
            batches.add(ended.subList(from, Math.min(ended.size(), from + BATCH_MAX)));
        }
        return batches;
    }

    private static Map<String, AttributeValue> item(Root root, List<EndedRequest> batch) {
        EndedRequest last = batch.getLast();
        var item = new HashMap<>(Records.key(part(root), Records.padded(last.number())));
        String lines = String.join("\n", EndedRequest.lines(batch));
        item.put(Records.BODY, Attributes.bytes(Packed.pack(lines)));
        item.put(Records.EXPIRES, Records.expires(last.at().plus(RootItems.FORGOTTEN_AFTER)));
        return item;
    }

    private static List<EndedRequest> parse(Map<String, AttributeValue> item) {
        return EndedRequest.parse(
                Packed.unpack(Attributes.bytes(item, Records.BODY)).lines().toList());
    }

    private static String part(Root root) {
        return "ended " + root.text();
    }
}
