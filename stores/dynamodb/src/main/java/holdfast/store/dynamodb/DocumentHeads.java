package holdfast.store.dynamodb;

import holdfast.store.DocumentKey;
import holdfast.store.DocumentVersion;
import holdfast.store.StoreException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The heads of documents: each changes under its version, together with the list of all keys. */
final class DocumentHeads {
    static final String LIST = "documents";
    private static final String HEAD = "head";
    private static final String VERSION = "version";
    private static final String PARTS = "parts";
    private static final int ATTEMPTS_MAX = 50;
    private static final long PAUSE_NANOS_MAX = 20_000_000;

    private final DynamoLink link;

    /**
     * @param parts how many parts it has; 0 if the body is in the head
     * @param body null if it is in parts
     */
    record Head(String version, int parts, byte @Nullable [] body) {
        DocumentVersion documentVersion() {
            return new DocumentVersion(version);
        }
    }

    /** @param before what was there before, or is there if it was not made */
    record Answer(boolean made, @Nullable Head before) {}

    DocumentHeads(DynamoLink link) {
        this.link = link;
    }

    static String part(DocumentKey key) {
        return "document " + key.text();
    }

    @Nullable Head read(DocumentKey key) {
        return head(link.get(link.address().recordsTable(), Records.key(part(key), HEAD)));
    }

    private static @Nullable Head head(Map<String, AttributeValue> item) {
        if (item.isEmpty()) {
            return null;
        }
        int parts = (int) Attributes.number(item, PARTS);
        return new Head(
                Attributes.text(item, VERSION),
                parts,
                parts > 0 ? null : Attributes.bytes(item, Records.BODY));
    }

    Answer put(DocumentKey key, @Nullable String expected, Head head) {
        @Nullable Head before = expected == null ? null : read(key);
        if (expected != null && (before == null || !before.version().equals(expected))) {
            return new Answer(false, before);
        }
        var item = new HashMap<>(Records.key(part(key), HEAD));
        item.put(VERSION, Attributes.text(head.version()));
        item.put(PARTS, Attributes.number(head.parts()));
        if (head.body() != null) {
            item.put(Records.BODY, Attributes.bytes(head.body()));
        }
        TransactWriteItem write =
                TransactWriteItem.builder()
                        .put(put -> {
                            put.tableName(link.address().recordsTable())
                                    .item(item)
                                    .conditionExpression(condition(expected))
                                    .expressionAttributeNames(Map.of("#version", VERSION))
                                    .returnValuesOnConditionCheckFailure(
                                            ReturnValuesOnConditionCheckFailure.ALL_OLD);
                            if (expected != null) {
                                put.expressionAttributeValues(values(expected));
                            }
                        })
                        .build();
        TransactWriteItem listed =
                TransactWriteItem.builder()
                        .put(put ->
                                put.tableName(link.address().recordsTable())
                                        .item(Records.key(LIST, key.text())))
                        .build();
        return send(
                key, new Change(write, expected == null ? listed : null, head.version()), before);
    }

    private static String condition(@Nullable String expected) {
        return expected == null ? "attribute_not_exists(#version)" : "#version = :expected";
    }

    private static Map<String, AttributeValue> values(String expected) {
        return Map.of(":expected", Attributes.text(expected));
    }

    Answer delete(DocumentKey key, String expected) {
        @Nullable Head before = read(key);
        if (before == null || !before.version().equals(expected)) {
            return new Answer(false, before);
        }
        TransactWriteItem delete =
                TransactWriteItem.builder()
                        .delete(part ->
                                part.tableName(link.address().recordsTable())
                                        .key(Records.key(part(key), HEAD))
                                        .conditionExpression(condition(expected))
                                        .expressionAttributeNames(Map.of("#version", VERSION))
                                        .expressionAttributeValues(values(expected))
                                        .returnValuesOnConditionCheckFailure(
                                                ReturnValuesOnConditionCheckFailure.ALL_OLD))
                        .build();
        TransactWriteItem unlisted =
                TransactWriteItem.builder()
                        .delete(part ->
                                part.tableName(link.address().recordsTable())
                                        .key(Records.key(LIST, key.text())))
                        .build();
        return send(key, new Change(delete, unlisted, null), before);
    }

    /**
     * @param listing null if the list of keys stays as it is
     * @param version after it; null if the document is gone then
     */
    private record Change(
            TransactWriteItem head, @Nullable TransactWriteItem listing, @Nullable String version) {
        TransactWriteItem[] all() {
            return listing == null
                    ? new TransactWriteItem[] {head}
                    : new TransactWriteItem[] {head, listing};
        }
    }

    private Answer send(DocumentKey key, Change change, @Nullable Head before) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try {
                link.write(service ->
                        service.transactWriteItems(write -> write.transactItems(change.all())));
                return new Answer(true, before);
            } catch (TransactionCanceledException e) {
                CancellationReason first = e.cancellationReasons().get(0);
                if ("ConditionalCheckFailed".equals(first.code())) {
                    return refused(first.hasItem() ? head(first.item()) : null, change, before);
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS_MAX));
            } catch (StoreException.OutcomeUnknown e) {
                return readBack(key, change, before, e);
            }
        }
        throw new StoreException.Unavailable(
                link.address() + " cannot change '" + key + "' now: others change it too", null);
    }

    /** A refusal whose reason is that the write was made already is none. */
    private static Answer refused(@Nullable Head now, Change change, @Nullable Head before) {
        boolean own = now != null && now.version().equals(change.version());
        return own ? new Answer(true, before) : new Answer(false, now);
    }

    private Answer readBack(
            DocumentKey key,
            Change change,
            @Nullable Head before,
            StoreException.OutcomeUnknown lost) {
        try {
            @Nullable Head now = read(key);
            if (now != null && now.version().equals(change.version())) {
                return new Answer(true, before);
            }
        } catch (StoreException e) {
            lost.addSuppressed(e);
        }
        throw lost;
    }
}
