package holdfast.store.dynamodb;

import holdfast.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Makes the tables of a store, or completes them: what is there already stays as it is. */
public final class DynamoTables {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final DynamoLink link;

    /** A table: its key, and whether items in it end by themselves. */
    record Table(String name, List<Key> keys, boolean hasEnds) {
        static List<Table> of(DynamoAddress address) {
            return List.of(
                    new Table(address.table(), List.of(new Key(RootItems.KEY, "S")), true),
                    new Table(
                            address.queueTable(),
                            List.of(
                                    new Key(WaiterItems.ROOT, "S"),
                                    new Key(WaiterItems.TICKET, "N")),
                            false),
                    new Table(
                            address.recordsTable(),
                            List.of(new Key(Records.PART, "S"), new Key(Records.ITEM, "S")),
                            true));
        }
    }

    /** @param type as DynamoDB writes it: {@code S} or {@code N} */
    record Key(String name, String type) {}

    private DynamoTables(DynamoLink link) {
        this.link = link;
    }

    /**
     * Makes what is missing.
     *
     * @return what was done, a sentence each
     * @throws StoreException if it cannot be done; the message says what to do
     */
    public static List<String> create(DynamoAddress address) {
        return create(address, Table.of(address));
    }

    static List<String> create(DynamoAddress address, List<Table> tables) {
        try (var link = DynamoLink.open(address, null)) {
            var made = new ArrayList<String>();
            for (Table table : tables) {
                made.addAll(new DynamoTables(link).complete(table));
            }
            new Opening(link).check();
            return made;
        }
    }

    private List<String> complete(Table table) {
        var done = new ArrayList<String>();
        Optional<TableDescription> found = find(table);
        if (found.isPresent()) {
            checkKey(table, found.get());
            done.add("table " + table.name() + " is there");
        } else {
            link.look(service -> service.createTable(request(table)));
            awaitActive(table);
            done.add("table " + table.name() + " was made, billed on demand");
        }
        if (table.hasEnds()) {
            done.add(endItems(table));
        }
        done.add(keepBackups(table));
        return done;
    }

    private TableDescription describe(Table table) {
        return find(table)
                .orElseThrow(() ->
                        new StoreException.Unavailable("table " + table.name() + " is gone", null));
    }

    private Optional<TableDescription> find(Table table) {
        return link.look(service -> {
            try {
                return Optional.of(
                        service.describeTable(ask -> ask.tableName(table.name())).table());
            } catch (ResourceNotFoundException e) {
                return Optional.empty();
            }
        });
    }

    private void checkKey(Table table, TableDescription found) {
        List<Key> keys =
                found.keySchema().stream()
                        .map(part -> new Key(part.attributeName(), typeOf(part, found)))
                        .toList();
        if (!keys.equals(table.keys())) {
            throw new StoreException.Incompatible(
                    "table "
                            + table.name()
                            + " has the key "
                            + keys
                            + " and not "
                            + table.keys()
                            + ": choose another table");
        }
    }

    private static String typeOf(KeySchemaElement part, TableDescription table) {
        return table.attributeDefinitions().stream()
                .filter(attribute -> attribute.attributeName().equals(part.attributeName()))
                .map(AttributeDefinition::attributeTypeAsString)
                .findFirst()
                .orElse("");
    }

    static CreateTableRequest request(Table table) {
        var schema = new ArrayList<KeySchemaElement>();
        var attributes = new ArrayList<AttributeDefinition>();
        for (Key key : table.keys()) {
            KeyType kind = schema.isEmpty() ? KeyType.HASH : KeyType.RANGE;
            schema.add(KeySchemaElement.builder().attributeName(key.name()).keyType(kind).build());
            attributes.add(
                    AttributeDefinition.builder()
                            .attributeName(key.name())
                            .attributeType(ScalarAttributeType.fromValue(key.type()))
                            .build());
        }
        return CreateTableRequest.builder()
                .tableName(table.name())
                .keySchema(schema)
                .attributeDefinitions(attributes)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .build();
    }

    private void awaitActive(Table table) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (describe(table).tableStatus() != TableStatus.ACTIVE) {
            if (System.nanoTime() > deadline) {
                throw new StoreException.Unavailable(
                        "table " + table.name() + " is still being made: try again", null);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private String endItems(Table table) {
        var now =
                link.look(service -> service.describeTimeToLive(ask -> ask.tableName(table.name())))
                        .timeToLiveDescription();
        if (now.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                || now.timeToLiveStatus() == TimeToLiveStatus.ENABLING) {
            if (!Records.EXPIRES.equals(now.attributeName())) {
                throw new StoreException.Incompatible(
                        "table "
                                + table.name()
                                + " ends items by "
                                + now.attributeName()
                                + " and not by "
                                + Records.EXPIRES
                                + ": choose another table");
            }
            return "items of " + table.name() + " are cleared away after " + Records.EXPIRES;
        }
        link.look(service ->
                service.updateTimeToLive(update ->
                        update.tableName(table.name())
                                .timeToLiveSpecification(
                                        end -> end.enabled(true).attributeName(Records.EXPIRES))));
        return "items of " + table.name() + " are now cleared away after " + Records.EXPIRES;
    }

    private String keepBackups(Table table) {
        return link.look((DynamoDbClient service) -> {
            try {
                service.updateContinuousBackups(update ->
                        update.tableName(table.name())
                                .pointInTimeRecoverySpecification(
                                        recovery -> recovery.pointInTimeRecoveryEnabled(true)));
                return "point-in-time recovery of " + table.name() + " is on";
            } catch (DynamoDbException e) {
                if ("UnknownOperationException".equals(e.awsErrorDetails().errorCode())) {
                    return "point-in-time recovery of " + table.name() + " is not offered here";
                }
                throw e;
            }
        });
    }
}
