package holdfast.store.dynamodb;

import holdfast.store.DocumentKey;
import holdfast.store.dynamodb.DocumentHeads.Head;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The parts of documents that are too large for one item, under the version that they belong to. */
final class DocumentParts {
    private static final int PART_BYTES_MAX = 350 * 1024;

    private final DynamoLink link;

    DocumentParts(DynamoLink link) {
        this.link = link;
    }

    /** Writes what does not go into the head. */
    Head write(DocumentKey key, String version, byte[] body) {
        if (body.length <= PART_BYTES_MAX) {
            return new Head(version, 0, body.clone());
        }
        int count = Math.ceilDiv(body.length, PART_BYTES_MAX);
        var head = new Head(version, count, null);
        Together.all(
                places(head),
                place -> {
                    int from = place * PART_BYTES_MAX;
                    int to = Math.min(body.length, from + PART_BYTES_MAX);
                    var item = new HashMap<>(key(key, version, place));
                    item.put(Records.BODY, Attributes.bytes(Arrays.copyOfRange(body, from, to)));
                    link.write(service ->
                            service.putItem(put ->
                                    put.tableName(link.address().recordsTable()).item(item)));
                    return place;
                });
        return head;
    }

    /** Null if a part is not there. */
    byte @Nullable [] read(DocumentKey key, Head head) {
        var body = new ByteArrayOutputStream(head.parts() * PART_BYTES_MAX);
        for (Map<String, AttributeValue> item :
                Together.all(
                        places(head),
                        place ->
                                link.get(
                                        link.address().recordsTable(),
                                        key(key, head.version(), place)))) {
            if (item.isEmpty()) {
                return null;
            }
            body.writeBytes(Attributes.bytes(item, Records.BODY));
        }
        return body.toByteArray();
    }

    void delete(DocumentKey key, Head head) {
        Together.all(
                places(head),
                place ->
                        link.write(service ->
                                service.deleteItem(delete ->
                                        delete.tableName(link.address().recordsTable())
                                                .key(key(key, head.version(), place)))));
    }

    private static List<Integer> places(Head head) {
        return IntStream.range(0, head.parts()).boxed().toList();
    }

    private static Map<String, AttributeValue> key(DocumentKey key, String version, int place) {
        return Records.key(
                DocumentHeads.part(key), "part " + version + " " + Records.padded(place));
    }
}
