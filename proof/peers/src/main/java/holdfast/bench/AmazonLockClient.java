package holdfast.bench;

import com.amazonaws.services.dynamodbv2.AcquireLockOptions;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBLockClient;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBLockClientOptions;
import com.amazonaws.services.dynamodbv2.LockItem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** amazon-dynamodb-lock-client with a lease of 60 s and heartbeats every 20 s, on the same HTTP client as Holdfast. */
final class AmazonLockClient implements Contender {
    private static final int CONNECTIONS_MAX = 256;

    private final DynamoDbClient service;
    private final AmazonDynamoDBLockClient locks;

    AmazonLockClient(String settings) {
        service =
                DynamoDbClient.builder()
                        .region(Region.EU_CENTRAL_1)
                        .endpointOverride(
                                URI.create(settings.substring(settings.indexOf("http://"))))
                        .httpClientBuilder(
                                Apache5HttpClient.builder().maxConnections(CONNECTIONS_MAX))
                        .build();
        service.createTable(table ->
                table.tableName("amazon")
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(
                                KeySchemaElement.builder()
                                        .attributeName("key")
                                        .keyType(KeyType.HASH)
                                        .build())
                        .attributeDefinitions(
                                AttributeDefinition.builder()
                                        .attributeName("key")
                                        .attributeType(ScalarAttributeType.S)
                                        .build()));
        locks =
                new AmazonDynamoDBLockClient(
                        AmazonDynamoDBLockClientOptions.builder(service, "amazon")
                                .withTimeUnit(TimeUnit.SECONDS)
                                .withLeaseDuration(60L)
                                .withHeartbeatPeriod(20L)
                                .withCreateHeartbeatBackgroundThread(true)
                                .build());
    }

    @Override
    public String name() {
        return "amazon-dynamodb-lock-client";
    }

    @Override
    public void cycle(String lock) throws InterruptedException {
        LockItem held =
                locks.tryAcquireLock(AcquireLockOptions.builder(lock).build())
                        .orElseThrow(() -> new IllegalStateException(lock + " was not free"));
        if (!locks.releaseLock(held)) {
            throw new IllegalStateException(lock + " was lost");
        }
    }

    @Override
    public void close() {
        try {
            locks.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        service.close();
    }
}
