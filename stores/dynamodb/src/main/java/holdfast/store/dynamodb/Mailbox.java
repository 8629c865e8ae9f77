package holdfast.store.dynamodb;

import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Notices for engines in other processes: there is no push, so each engine looks into its own part of the records. A letter that
 * was read stays until there are many, since taking each one out would be a write for every hand-over. One thread uses it.
 */
final class Mailbox {
    private static final Duration KEPT_FOR = Duration.ofHours(1);
    private static final int DELETED_AT_ONCE = 25;

    private final DynamoLink link;

    /** What was found when each was looked into last. */
    private final Map<EngineId, Set<String>> read = new HashMap<>();

    Mailbox(DynamoLink link) {
        this.link = link;
    }

    /** Every letter is one of its own, so that taking one out never takes a newer one along. */
    static Map<String, AttributeValue> letter(EngineId engine, Root root, StoreTime now) {
        String mark = Long.toString(ThreadLocalRandom.current().nextLong(), 36);
        var letter = new HashMap<>(Records.key(part(engine), mark + " " + root.text()));
        letter.put(Records.EXPIRES, Records.expires(now.plus(KEPT_FOR)));
        return letter;
    }

    private static String part(EngineId engine) {
        return "notice " + engine.text();
    }

    private static Root root(String letter) {
        return new Root(letter.substring(letter.indexOf(' ') + 1));
    }

    /** Tells which roots the letters are about that came since the last look. */
    void look(EngineId engine, Consumer<Root> reader) {
        var found = new LinkedHashSet<String>();
        link.query(
                QueryRequest.builder()
                        .tableName(link.address().recordsTable())
                        .keyConditionExpression("#part = :part")
                        .expressionAttributeNames(Map.of("#part", Records.PART))
                        .expressionAttributeValues(Map.of(":part", Attributes.text(part(engine)))),
                item -> found.add(Attributes.text(item, Records.ITEM)));
        Set<String> known = Objects.requireNonNullElse(read.put(engine, found), Set.of());
        found.stream()
                .filter(letter -> !known.contains(letter))
                .map(Mailbox::root)
                .distinct()
                .forEach(reader);
        List<String> old = found.stream().filter(known::contains).toList();
        for (int to = DELETED_AT_ONCE; to <= old.size(); to += DELETED_AT_ONCE) {
            remove(engine, old.subList(to - DELETED_AT_ONCE, to));
        }
    }

    private void remove(EngineId engine, List<String> letters) {
        List<WriteRequest> deletes =
                letters.stream()
                        .map(letter ->
                                WriteRequest.builder()
                                        .deleteRequest(delete ->
                                                delete.key(Records.key(part(engine), letter)))
                                        .build())
                        .toList();
        link.write(service ->
                service.batchWriteItem(batch ->
                        batch.requestItems(Map.of(link.address().recordsTable(), deletes))));
    }
}
