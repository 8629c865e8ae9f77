package holdfast.store.dynamodb;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** A tool that knows only the older format: conditional put, heartbeat and delete, by its own clock. */
final class OldClient implements AutoCloseable {
    private final DynamoDbClient client;
    private final String table;
    private final Duration ttl;
    private final LongSupplier epochSeconds;

    OldClient(DynamoAddress address, Duration ttl, LongSupplier epochSeconds) {
        this.client =
                DynamoDbClient.builder()
                        .region(Region.EU_CENTRAL_1)
                        .endpointOverride(URI.create(String.valueOf(address.endpoint())))
                        .build();
        this.table = address.table();
        this.ttl = ttl;
        this.epochSeconds = epochSeconds;
    }

    static OldClient on(DynamoAddress address, Duration ttl) {
        return new OldClient(address, ttl, () -> System.currentTimeMillis() / 1_000);
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    private static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    /** The lock id, or empty if the lock is held. */
    Optional<String> acquire(String key, Map<String, String> metadata) {
        String lockId = UUID.randomUUID().toString();
        long now = epochSeconds.getAsLong();
        var map = new HashMap<String, AttributeValue>();
        metadata.forEach((name, value) -> map.put(name, text(value)));
        Map<String, AttributeValue> item =
                Map.of(
                        "lockKey", text(key),
                        "lockId", text(lockId),
                        "lockedBy", text(metadata.getOrDefault("lockedBy", "")),
                        "lockedAt", number(now),
                        "expiresAt", number(now + ttl.toSeconds()),
                        "lastHeartbeat", number(now),
                        "metadata", AttributeValue.fromM(map));
        try {
            client.putItem(put ->
                    put.tableName(table)
                            .item(item)
                            .conditionExpression(
                                    "attribute_not_exists(lockKey) OR expiresAt < :now")
                            .expressionAttributeValues(Map.of(":now", number(now))));
            return Optional.of(lockId);
        } catch (ConditionalCheckFailedException e) {
            return Optional.empty();
        }
    }

    void release(String key, String lockId) {
        try {
            client.deleteItem(delete ->
                    delete.tableName(table)
                            .key(Map.of("lockKey", text(key)))
                            .conditionExpression("lockId = :lockId")
                            .expressionAttributeValues(Map.of(":lockId", text(lockId))));
        } catch (ConditionalCheckFailedException e) {
            // It was released already, or taken over by someone else.
        }
    }

    boolean heartbeat(String key, String lockId) {
        long now = epochSeconds.getAsLong();
        try {
            client.updateItem(update ->
                    update.tableName(table)
                            .key(Map.of("lockKey", text(key)))
                            .updateExpression("SET lastHeartbeat = :now, expiresAt = :expiresAt")
                            .conditionExpression("lockId = :lockId")
                            .expressionAttributeValues(
                                    Map.of(
                                            ":now", number(now),
                                            ":expiresAt", number(now + ttl.toSeconds()),
                                            ":lockId", text(lockId))));
            return true;
        } catch (ConditionalCheckFailedException e) {
            return false;
        }
    }

    Map<String, AttributeValue> item(String key) {
        return client.getItem(get ->
                        get.tableName(table).key(Map.of("lockKey", text(key))).consistentRead(true))
                .item();
    }

    void forceUnlock(String key) {
        client.deleteItem(delete -> delete.tableName(table).key(Map.of("lockKey", text(key))));
    }

    void put(Map<String, AttributeValue> item) {
        client.putItem(put -> put.tableName(table).item(item));
    }

    @Override
    public void close() {
        client.close();
    }
}
