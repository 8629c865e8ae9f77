package holdfast.bench;

import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * No lock, but the least that one can cost which is taken by one conditional write of the older item format and given back by another:
 * no queue, no rules, no memory of requests. What stores locks by two writes cannot be faster.
 */
final class BarePuts implements Contender {
    private static final String TABLE = "bare";
    private static final int CONNECTIONS_MAX = 256;
    private static final int LEASE_SECONDS = 60;

    private final DynamoDbClient service;
    private final Map<String, String> revisions = new ConcurrentHashMap<>();

    BarePuts(String settings) {
        service =
                DynamoDbClient.builder()
                        .region(Region.EU_CENTRAL_1)
                        .endpointOverride(
                                URI.create(settings.substring(settings.indexOf("http://"))))
                        .httpClientBuilder(
                                Apache5HttpClient.builder().maxConnections(CONNECTIONS_MAX))
                        .overrideConfiguration(
                                all -> all.retryStrategy(AwsRetryStrategy.doNotRetry()))
                        .build();
        service.createTable(table ->
                table.tableName(TABLE)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(
                                KeySchemaElement.builder()
                                        .attributeName("lockKey")
                                        .keyType(KeyType.HASH)
                                        .build())
                        .attributeDefinitions(
                                AttributeDefinition.builder()
                                        .attributeName("lockKey")
                                        .attributeType(ScalarAttributeType.S)
                                        .build()));
    }

    @Override
    public String name() {
        return "two conditional puts, no lock";
    }

    @Override
    public void cycle(String lock) {
        put(lock, held());
        put(lock, Map.of("expiresAt", number(0)));
    }

    private static Map<String, AttributeValue> held() {
        long now = Instant.now().getEpochSecond();
        return Map.of(
                "lockId", AttributeValue.fromS(UUID.randomUUID().toString()),
                "lockedBy", AttributeValue.fromS("root"),
                "lockedAt", number(now),
                "expiresAt", number(now + LEASE_SECONDS),
                "lastHeartbeat", number(now),
                "metadata", AttributeValue.fromM(Map.of()));
    }

    private static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    private void put(String lock, Map<String, AttributeValue> attributes) {
        String after = UUID.randomUUID().toString();
        String before = revisions.put(lock, after);
        Map<String, AttributeValue> item = new HashMap<>(attributes);
        item.put("lockKey", AttributeValue.fromS(lock));
        item.put("revision", AttributeValue.fromS(after));
        PutItemRequest.Builder put =
                PutItemRequest.builder()
                        .tableName(TABLE)
                        .item(item)
                        .expressionAttributeNames(Map.of("#revision", "revision"))
                        .returnValuesOnConditionCheckFailure(
                                ReturnValuesOnConditionCheckFailure.ALL_OLD);
        if (before == null) {
            put.conditionExpression("attribute_not_exists(#revision)");
        } else {
            put.conditionExpression("#revision = :revision")
                    .expressionAttributeValues(Map.of(":revision", AttributeValue.fromS(before)));
        }
        service.putItem(put.build());
    }

    @Override
    public void close() {
        service.close();
    }
}
