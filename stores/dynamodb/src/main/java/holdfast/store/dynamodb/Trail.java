package holdfast.store.dynamodb;

import holdfast.model.AuditEntry;
import holdfast.model.StoreTime;
import holdfast.store.AuditRecord;
import holdfast.store.records.AuditJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** The audit trail: one part of the records, in the order of time. */
final class Trail {
    private static final String PART = "audit";
    private static final String AT = "at";
    private static final Duration KEPT_FOR = Duration.ofDays(400);
    private static final int COUNT_DIGITS = 4;

    private final DynamoLink link;

    Trail(DynamoLink link) {
        this.link = link;
    }

    List<Map<String, AttributeValue>> items(List<AuditEntry> entries, StoreTime now) {
        var items = new ArrayList<Map<String, AttributeValue>>();
        String mark = UUID.randomUUID().toString();
        for (int i = 0; i < entries.size(); i++) {
            String place = Integer.toString(i);
            String order =
                    Records.padded(now.epochNanos())
                            + " "
                            + mark
                            + " "
                            + "0".repeat(COUNT_DIGITS - place.length())
                            + place;
            var item = new HashMap<>(Records.key(PART, order));
            item.put(AT, Attributes.number(now.epochNanos()));
            item.put(Records.BODY, Attributes.text(AuditJson.write(entries.get(i))));
            item.put(Records.EXPIRES, Records.expires(now.plus(KEPT_FOR)));
            items.add(item);
        }
        return items;
    }

    List<AuditRecord> latest(int limit) {
        var found = new ArrayList<AuditRecord>();
        Map<String, AttributeValue> next = Map.of();
        do {
            Map<String, AttributeValue> from = next;
            var page = link.look(service -> service.query(page(from, limit - found.size())));
            page.items().forEach(item -> found.add(read(item)));
            next = page.lastEvaluatedKey();
        } while (!next.isEmpty() && found.size() < limit);
        return found;
    }

    private QueryRequest page(Map<String, AttributeValue> from, int limit) {
        return QueryRequest.builder()
                .tableName(link.address().recordsTable())
                .consistentRead(true)
                .scanIndexForward(false)
                .limit(limit)
                .exclusiveStartKey(from.isEmpty() ? null : from)
                .keyConditionExpression("#part = :part")
                .expressionAttributeNames(Map.of("#part", Records.PART))
                .expressionAttributeValues(Map.of(":part", Attributes.text(PART)))
                .build();
    }

    private static AuditRecord read(Map<String, AttributeValue> item) {
        return new AuditRecord(
                new StoreTime(Attributes.number(item, AT)),
                AuditJson.read(Attributes.text(item, Records.BODY)));
    }
}
