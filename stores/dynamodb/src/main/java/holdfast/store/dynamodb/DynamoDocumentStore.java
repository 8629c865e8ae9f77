package holdfast.store.dynamodb;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Keeps documents in DynamoDB, for ever. A document has a head, which changes under its version, and a large one has parts, which are
 * written before it and never changed. A list of all keys is kept beside them.
 */
public final class DynamoDocumentStore implements DocumentStore {
    private static final Logger LOG = LoggerFactory.getLogger(DynamoDocumentStore.class);

    private final DynamoLink link;
    private final DocumentHeads heads;
    private final DocumentParts parts;

    private DynamoDocumentStore(DynamoLink link) {
        this.link = link;
        this.heads = new DocumentHeads(link);
        this.parts = new DocumentParts(link);
    }

    /**
     * Opens the store that the address names.
     *
     * @throws StoreException if it cannot be used; the message says what to do
     */
    public static DynamoDocumentStore open(DynamoAddress address) {
        DynamoLink link = DynamoLink.open(address, null);
        try {
            new Opening(link).check();
            return new DynamoDocumentStore(link);
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    @Override
    public Optional<Document> get(DocumentKey key) {
        DocumentHeads.@Nullable Head head = heads.read(key);
        while (head != null) {
            byte[] body = head.body() == null ? parts.read(key, head) : head.body();
            if (body != null) {
                return Optional.of(new Document(key, head.documentVersion(), body));
            }
            // Its parts are gone, so it was replaced meanwhile.
            DocumentHeads.@Nullable Head newer = heads.read(key);
            if (newer != null && newer.version().equals(head.version())) {
                throw new StoreException.Corrupted("'" + key + "' lacks a part", null);
            }
            head = newer;
        }
        return Optional.empty();
    }

    @Override
    public PutResult put(DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        DocumentStore.requireFit(key, body);
        String version = UUID.randomUUID().toString();
        DocumentHeads.Head head = parts.write(key, version, body);
        DocumentHeads.Answer answer;
        try {
            answer = heads.put(key, expected == null ? null : expected.text(), head);
        } catch (StoreException.OutcomeUnknown e) {
            throw e;
        } catch (StoreException e) {
            clear(key, head);
            throw e;
        }
        DocumentHeads.@Nullable Head replaced = answer.before();
        if (!answer.made()) {
            clear(key, head);
            return new PutResult.Conflict(replaced == null ? null : replaced.documentVersion());
        }
        if (replaced != null) {
            clear(key, replaced);
        }
        return new PutResult.Stored(new DocumentVersion(version));
    }

    @Override
    public PutResult delete(DocumentKey key, DocumentVersion expected) {
        DocumentHeads.Answer answer = heads.delete(key, expected.text());
        DocumentHeads.@Nullable Head before = answer.before();
        if (!answer.made()) {
            return new PutResult.Conflict(before == null ? null : before.documentVersion());
        }
        if (before != null) {
            clear(key, before);
        }
        return new PutResult.Stored(expected);
    }

    /** Parts that no head names are in nobody's way: what cannot be cleared now stays. */
    private void clear(DocumentKey key, DocumentHeads.Head head) {
        try {
            parts.delete(key, head);
        } catch (StoreException e) {
            LOG.warn("parts of '{}' are left behind: {}", key, e.getMessage());
        }
    }

    @Override
    public List<DocumentKey> list(String prefix, @Nullable DocumentKey after, int limit) {
        boolean behind = after != null && after.text().compareTo(prefix) >= 0;
        // Keys are ASCII above the blank and below this.
        String last = prefix + "\u007f";
        String first = behind && after != null ? after.text() : prefix.isEmpty() ? " " : prefix;
        var keys = new ArrayList<DocumentKey>();
        if (first.compareTo(last) > 0) {
            return keys;
        }
        QueryRequest.Builder query =
                QueryRequest.builder()
                        .tableName(link.address().recordsTable())
                        .consistentRead(true)
                        .keyConditionExpression("#part = :part AND #item BETWEEN :first AND :last")
                        .expressionAttributeNames(
                                Map.of("#part", Records.PART, "#item", Records.ITEM))
                        .expressionAttributeValues(
                                Map.of(
                                        ":part", Attributes.text(DocumentHeads.LIST),
                                        ":first", Attributes.text(first),
                                        ":last", Attributes.text(last)));
        Map<String, AttributeValue> next = Map.of();
        do {
            Map<String, AttributeValue> from = next;
            int some = limit - keys.size() + 1;
            var page =
                    link.look(service ->
                            service.query(
                                    query.exclusiveStartKey(from.isEmpty() ? null : from)
                                            .limit(some)
                                            .build()));
            page.items().stream()
                    .map(item -> new DocumentKey(Attributes.text(item, Records.ITEM)))
                    .filter(key -> !key.equals(after) && key.text().startsWith(prefix))
                    .forEach(keys::add);
            next = page.lastEvaluatedKey();
        } while (!next.isEmpty() && keys.size() < limit);
        return keys.stream().limit(limit).toList();
    }

    @Override
    public void close() {
        link.close();
    }
}
