package holdfast.store.dynamodb;

import holdfast.store.StoreException;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads a table of another tool. It makes no request but to get an item. */
public final class ForeignTable implements AutoCloseable {
    private final DynamoLink link;

    private ForeignTable(DynamoLink link) {
        this.link = link;
    }

    /** Nothing is asked yet. */
    public static ForeignTable open(DynamoAddress address) {
        return new ForeignTable(DynamoLink.open(address, null));
    }

    /**
     * A text of the item with this key, as it is now; empty if there is none.
     *
     * @param name of the table's key
     * @throws StoreException if it cannot be read
     */
    public Optional<String> text(String name, String key, String member) {
        return Optional.ofNullable(item(name, key).get(member)).map(AttributeValue::s);
    }

    /** Whether there is an item with this key now. */
    public boolean has(String name, String key) {
        return !item(name, key).isEmpty();
    }

    private Map<String, AttributeValue> item(String name, String key) {
        return link.get(link.address().table(), Map.of(name, AttributeValue.fromS(key)));
    }

    @Override
    public void close() {
        link.close();
    }
}
