package holdfast.store.dynamodb;

import holdfast.model.AuditEntry;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.StoreTime;
import holdfast.store.FreezeDraft;
import holdfast.store.StoreException;
import holdfast.store.dynamodb.StoreClock.Moment;
import holdfast.store.records.FreezeJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Freezes: one part of the records, each under its id, written together with its audit entry. */
final class FreezeItems {
    private static final String PART = "freezes";
    private static final int ATTEMPTS_MAX = 20;

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

    Freeze place(FreezeDraft draft, AuditEntry audit) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Moment moment = now();
            Freeze freeze = lasting(draft, moment);
            var item = new HashMap<>(Records.key(PART, freeze.id()));
            item.put(Records.BODY, Attributes.text(FreezeJson.write(freeze)));
            item.put(Records.EXPIRES, Records.expires(freeze.until()));
            TransactWriteItem put =
                    TransactWriteItem.builder()
                            .put(part -> part.tableName(link.address().recordsTable()).item(item))
                            .build();
            if (isWritten(put, audit, moment.now())) {
                return freeze;
            }
        }
        throw disturbed();
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

    Optional<Freeze> lift(String id, AuditEntry audit) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Moment moment = now();
            Map<String, AttributeValue> item =
                    link.get(link.address().recordsTable(), Records.key(PART, id));
            if (item.isEmpty() || !read(item).isActive(moment.now())) {
                return Optional.empty();
            }
            AttributeValue seen = item.get(Records.BODY);
            TransactWriteItem delete =
                    TransactWriteItem.builder()
                            .delete(part ->
                                    part.tableName(link.address().recordsTable())
                                            .key(Records.key(PART, id))
                                            .conditionExpression("#body = :seen")
                                            .expressionAttributeNames(Map.of("#body", Records.BODY))
                                            .expressionAttributeValues(Map.of(":seen", seen)))
                            .build();
            if (isWritten(delete, audit, moment.now())) {
                return Optional.of(read(item));
            }
        }
        throw disturbed();
    }

    private boolean isWritten(TransactWriteItem change, AuditEntry audit, StoreTime now) {
        var parts = new ArrayList<TransactWriteItem>();
        parts.add(change);
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
