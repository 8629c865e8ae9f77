package holdfast.store.dynamodb;

import holdfast.model.EngineId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Notices for engines in other processes: there is no push, so each engine looks into its own part of the records. A letter that
 * was read stays until there are many, since taking each one out would be a write for every hand-over. One thread uses it.
 */
final class Mailbox {
    /** A letter bears the time at which its commit was decided; it may have been on its way for so long. */
    private static final Duration ON_THE_WAY_MAX = Duration.ofSeconds(30);

    private static final int DELETED_AT_ONCE = 25;

    private final DynamoLink link;
    private final RootReader reader;
    private final Map<EngineId, Box> boxes = new HashMap<>();

    /** What was read of one engine's letters. */
    private static final class Box {
        private long latest;

        /** Those that the next look finds again. */
        private final Set<String> recent = new HashSet<>();

        /** Those that no look finds any more. */
        private final Deque<String> old = new ArrayDeque<>();

        private long from() {
            return latest - ON_THE_WAY_MAX.toNanos();
        }
    }

    Mailbox(DynamoLink link) {
        this.link = link;
        this.reader = new RootReader(link);
    }

    /** Passes on the letters that came since the last look. */
    void look(EngineId engine, Consumer<Letter> recipient) {
        Box box = boxes.computeIfAbsent(engine, key -> new Box());
        var found = new ArrayList<Letter>();
        link.query(
                QueryRequest.builder()
                        .tableName(link.address().recordsTable())
                        .keyConditionExpression("#part = :part AND #item > :from")
                        .expressionAttributeNames(
                                Map.of("#part", Records.PART, "#item", Records.ITEM))
                        .expressionAttributeValues(
                                Map.of(
                                        ":part",
                                        Attributes.text(Letter.part(engine)),
                                        ":from",
                                        Attributes.text(Letter.first(box.from())))),
                item -> found.add(Letter.read(item, reader)));
        for (Letter letter : found) {
            box.latest = Math.max(box.latest, letter.epochNanos());
            if (box.recent.add(letter.key())) {
                recipient.accept(letter);
            }
        }
        String from = Letter.first(box.from());
        box.recent.removeIf(key -> key.compareTo(from) <= 0 && box.old.add(key));
        while (box.old.size() >= DELETED_AT_ONCE) {
            removeSome(engine, box.old);
        }
    }

    private void removeSome(EngineId engine, Deque<String> old) {
        List<WriteRequest> deletes = new ArrayList<>();
        while (deletes.size() < DELETED_AT_ONCE) {
            String letter = old.remove();
            deletes.add(
                    WriteRequest.builder()
                            .deleteRequest(
                                    delete -> delete.key(Records.key(Letter.part(engine), letter)))
                            .build());
        }
        link.write(service ->
                service.batchWriteItem(batch ->
                        batch.requestItems(Map.of(link.address().recordsTable(), deletes))));
    }
}
