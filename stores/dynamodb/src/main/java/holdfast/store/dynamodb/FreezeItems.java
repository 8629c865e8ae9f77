package holdfast.store.dynamodb;

import holdfast.model.AuditEntry;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.StoreTime;
import holdfast.store.FreezeDraft;
import holdfast.store.Predecessor;
import holdfast.store.StoreException;
import holdfast.store.dynamodb.StoreClock.Moment;
import holdfast.store.records.FreezeJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Freezes: one part of the records, each under its id, written together with its audit entry. */
final class FreezeItems {
    private static final String PART = "freezes";
    private static final int ATTEMPTS_MAX = 20;
    private static final Map<String, String> BODY = Map.of("#body", Records.BODY);

    private final DynamoLink link;
    private final Trail trail;

    FreezeItems(DynamoLink link, Trail trail) {
        this.link = link;
        this.trail = trail;
    }

    Freezes all() {
        // Before the read: what is placed while it runs may be missing.
        StoreTime now = now().now();
        var freezes = new ArrayList<Freeze>();
        link.query(
                QueryRequest.builder()
                        .tableName(link.address().recordsTable())
                        .consistentRead(true)
                        .keyConditionExpression("#part = :part")
                        .expressionAttributeNames(Map.of("#part", Records.PART))
                        .expressionAttributeValues(Map.of(":part", Attributes.text(PART))),
                item -> freezes.add(read(item)));
        return new Freezes(now, freezes.stream().filter(freeze -> freeze.isActive(now)).toList());
    }

    private Moment now() {
        return Moment.of(link.clock().read(), new StoreTime(0));
    }

    private static Freeze read(Map<String, AttributeValue> item) {
        return FreezeJson.read(Attributes.text(item, Records.BODY));
    }

    Optional<Freeze> place(FreezeDraft draft, Predecessor replaced, AuditEntry audit) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Moment moment = now();
            Freeze freeze = lasting(draft, moment);
            Put.Builder put =
                    Put.builder().tableName(link.address().recordsTable()).item(written(freeze));
            if (!(replaced instanceof Predecessor.Any)) {
                Item there = item(draft.id());
                if (!replaced.isMetBy(there.present(moment.now()))) {
                    return Optional.empty();
                }
                put.conditionExpression(there.asItWas()).expressionAttributeNames(BODY);
                put.expressionAttributeValues(there.values());
            }
            if (isWritten(part -> part.put(put.build()), audit, moment.now())) {
                return Optional.of(freeze);
            }
        }
        throw disturbed();
    }

    private static Map<String, AttributeValue> written(Freeze freeze) {
        var item = new HashMap<>(Records.key(PART, freeze.id()));
        item.put(Records.BODY, Attributes.text(FreezeJson.write(freeze)));
        item.put(Records.EXPIRES, Records.expires(freeze.until()));
        return item;
    }

    /** What lies under an id, be it a freeze that has ended. */
    private record Item(Map<String, AttributeValue> attributes) {
        Optional<Freeze> present(StoreTime now) {
            return attributes.isEmpty()
                    ? Optional.empty()
                    : Optional.of(read(attributes)).filter(freeze -> freeze.isActive(now));
        }

        String asItWas() {
            return attributes.isEmpty() ? "attribute_not_exists(#body)" : "#body = :seen";
        }

        /** None where none is asked for, as the service wants it. */
        @Nullable Map<String, AttributeValue> values() {
            return attributes.isEmpty() ? null : Map.of(":seen", attributes.get(Records.BODY));
        }
    }

    private Item item(String id) {
        return new Item(link.get(link.address().recordsTable(), Records.key(PART, id)));
    }

    private static Freeze lasting(FreezeDraft draft, Moment moment) {
        Freeze freeze = draft.stamped(moment.now());
        return new Freeze(
                freeze.id(),
                freeze.prefix(),
                freeze.by(),
                freeze.reason(),
                freeze.since(),
                freeze.until().plus(moment.ahead()),
                freeze.exempt());
    }

    Optional<Freeze> lift(Freeze seen, AuditEntry audit) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Moment moment = now();
            Item there = item(seen.id());
            Optional<Freeze> present = there.present(moment.now());
            if (!new Predecessor.Seen(seen.since()).isMetBy(present)) {
                return Optional.empty();
            }
            Delete.Builder delete =
                    Delete.builder()
                            .tableName(link.address().recordsTable())
                            .key(Records.key(PART, seen.id()));
            delete.conditionExpression(there.asItWas()).expressionAttributeNames(BODY);
            delete.expressionAttributeValues(there.values());
            if (isWritten(part -> part.delete(delete.build()), audit, moment.now())) {
                return present;
            }
        }
        throw disturbed();
    }

    private boolean isWritten(
            Consumer<TransactWriteItem.Builder> change, AuditEntry audit, StoreTime now) {
        var parts = new ArrayList<TransactWriteItem>();
        parts.add(TransactWriteItem.builder().applyMutation(change).build());
        trail.items(List.of(audit), now)
                .forEach(item ->
                        parts.add(
                                TransactWriteItem.builder()
                                        .put(put ->
                                                put.tableName(link.address().recordsTable())
                                                        .item(item))
                                        .build()));
        try {
            link.write(service -> service.transactWriteItems(write -> write.transactItems(parts)));
            return true;
        } catch (TransactionCanceledException e) {
            return false;
        }
    }

    private StoreException disturbed() {
        return new StoreException.Unavailable(
                link.address() + " cannot change freezes now: others change them too", null);
    }
}
