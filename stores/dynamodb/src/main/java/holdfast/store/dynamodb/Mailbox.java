package holdfast.store.dynamodb;

import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Notices for engines in other processes: there is no push, so each engine looks into its own part of the records. */
final class Mailbox {
    private static final Duration KEPT_FOR = Duration.ofHours(1);
    private static final int DELETED_AT_ONCE = 25;

    private final DynamoLink link;

    Mailbox(DynamoLink link) {
        this.link = link;
    }

    static Map<String, AttributeValue> letter(EngineId engine, Root root, StoreTime now) {
        var letter = new HashMap<>(Records.key(part(engine), root.text()));
        letter.put(Records.EXPIRES, Records.expires(now.plus(KEPT_FOR)));
        return letter;
    }

    private static String part(EngineId engine) {
        return "notice " + engine.text();
    }

    /** Takes the notices of the engine out. */
    List<Root> collect(EngineId engine) {
        var roots = new ArrayList<Root>();
        link.query(
                QueryRequest.builder()
                        .tableName(link.address().recordsTable())
                        .keyConditionExpression("#part = :part")
                        .expressionAttributeNames(Map.of("#part", Records.PART))
                        .expressionAttributeValues(Map.of(":part", Attributes.text(part(engine)))),
                item -> roots.add(new Root(Attributes.text(item, Records.ITEM))));
        for (int from = 0; from < roots.size(); from += DELETED_AT_ONCE) {
            remove(engine, roots.subList(from, Math.min(roots.size(), from + DELETED_AT_ONCE)));
        }
        return roots;
    }

    private void remove(EngineId engine, List<Root> roots) {
        List<WriteRequest> deletes =
                roots.stream()
                        .map(root ->
                                WriteRequest.builder()
                                        .deleteRequest(delete ->
                                                delete.key(Records.key(part(engine), root.text())))
                                        .build())
                        .toList();
        link.write(service ->
                service.batchWriteItem(batch ->
                        batch.requestItems(Map.of(link.address().recordsTable(), deletes))));
    }
}
