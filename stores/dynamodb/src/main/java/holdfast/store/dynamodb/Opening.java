package holdfast.store.dynamodb;

import holdfast.model.Root;
import holdfast.model.Ticket;
import holdfast.store.Agreement;
import holdfast.store.StoreException;
import holdfast.store.records.AgreementJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** What must be true of the tables before locks are trusted to them, and what engines agree on. */
final class Opening {
    private static final String PART = "store";
    private static final String FORMAT = "2";

    private final DynamoLink link;

    Opening(DynamoLink link) {
        this.link = link;
    }

    /** A look into each table, with its key: this also tells the service's time. */
    void check() {
        DynamoAddress address = link.address();
        Root any = new Root("holdfast");
        Map<String, Map<String, AttributeValue>> keys =
                Map.of(
                        address.table(), RootItems.key(any),
                        address.queueTable(), WaiterItems.key(any, new Ticket(1)),
                        address.recordsTable(), Records.key(PART, "format"));
        Map<String, Map<String, AttributeValue>> found = new HashMap<>();
        List<String> tables = List.copyOf(keys.keySet());
        var items = Together.all(tables, table -> link.get(table, Map.copyOf(keys.get(table))));
        for (int i = 0; i < tables.size(); i++) {
            found.put(tables.get(i), items.get(i));
        }
        Map<String, AttributeValue> format = found.getOrDefault(address.recordsTable(), Map.of());
        String known = format.isEmpty() ? firstFormat() : Attributes.text(format, Records.BODY);
        if (!known.equals(FORMAT)) {
            throw new StoreException.Incompatible(
                    address
                            + " holds locks of format "
                            + known
                            + ", and this version of Holdfast knows "
                            + FORMAT
                            + ": use the version that wrote them");
        }
    }

    /** Whatever takes all and keeps nothing is no place for locks. */
    private String firstFormat() {
        String known = kept("format", FORMAT);
        if (link.get(link.address().recordsTable(), Records.key(PART, "format")).isEmpty()) {
            throw link.errors()
                    .unfit(
                            "does not answer as DynamoDB does: check endpoint=",
                            "what was written is not there");
        }
        return known;
    }

    Agreement agree(Agreement proposal) {
        Map<String, AttributeValue> item =
                link.get(link.address().recordsTable(), Records.key(PART, "agreement"));
        String agreed =
                item.isEmpty()
                        ? kept("agreement", AgreementJson.write(proposal))
                        : Attributes.text(item, Records.BODY);
        return AgreementJson.read(agreed);
    }

    /** Keeps the text if nothing was kept; answers what is. Doing so twice is as good as once. */
    private String kept(String name, String text) {
        var item = new HashMap<>(Records.key(PART, name));
        item.put(Records.BODY, Attributes.text(text));
        try {
            link.write(service ->
                    service.putItem(put ->
                            put.tableName(link.address().recordsTable())
                                    .item(item)
                                    .conditionExpression("attribute_not_exists(#part)")
                                    .expressionAttributeNames(Map.of("#part", Records.PART))
                                    .returnValuesOnConditionCheckFailure(
                                            ReturnValuesOnConditionCheckFailure.ALL_OLD)));
            return text;
        } catch (ConditionalCheckFailedException e) {
            return Attributes.text(e.item(), Records.BODY);
        } catch (StoreException.OutcomeUnknown e) {
            throw new StoreException.Unavailable(String.valueOf(e.getMessage()), e);
        }
    }
}
