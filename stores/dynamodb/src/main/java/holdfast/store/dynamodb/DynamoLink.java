package holdfast.store.dynamodb;

import holdfast.store.StoreException;
import holdfast.store.dynamodb.DynamoErrors.Intent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The client of one store and what is known through it of the service's time. Nothing that may have been done is sent twice: what
 * becomes of an answer that was lost, the caller decides. Safe for use by many threads.
 */
final class DynamoLink implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 256;

    /** The SDK could say whether it was the date, but forgets it on the way to us. */
    private static final Set<String> PERHAPS_FOR_ITS_DATE =
            Set.of(
                    "InvalidSignatureException",
                    "RequestTimeTooSkewed",
                    "RequestExpired",
                    "RequestInTheFuture");

    private final DynamoAddress address;
    private final DynamoDbClient client;
    private final StoreClock clock;
    private final DynamoErrors errors;

    private DynamoLink(DynamoAddress address, DynamoDbClient client, StoreClock clock) {
        this.address = address;
        this.client = client;
        this.clock = clock;
        this.errors = new DynamoErrors(address);
    }

    /** @param clock null for that of the service */
    static DynamoLink open(DynamoAddress address, @Nullable StoreClock clock) {
        var service = new ServiceClock(System::nanoTime, HostWallClock::nanos);
        try {
            return new DynamoLink(
                    address, client(address, service), clock == null ? service : clock);
        } catch (SdkException e) {
            throw new DynamoErrors(address).of(e, Intent.LOOK);
        }
    }

    private static DynamoDbClient client(DynamoAddress address, ServiceClock clock) {
        DynamoDbClientBuilder builder =
                DynamoDbClient.builder()
                        .httpClientBuilder(
                                Apache5HttpClient.builder()
                                        .maxConnections(CONNECTIONS_MAX)
                                        .connectionTimeout(address.timeout())
                                        .connectionAcquisitionTimeout(address.timeout())
                                        .socketTimeout(address.timeout()))
                        .overrideConfiguration(settings ->
                                settings.retryStrategy(AwsRetryStrategy.doNotRetry())
                                        .addExecutionInterceptor(new AnswerDates(clock)));
        if (address.region() != null) {
            builder.region(Region.of(address.region()));
        }
        if (address.endpoint() != null) {
            builder.endpointOverride(address.endpoint());
        }
        return builder.build();
    }

    DynamoAddress address() {
        return address;
    }

    DynamoErrors errors() {
        return errors;
    }

    StoreClock clock() {
        return clock;
    }

    <T> T look(Function<DynamoDbClient, T> call) {
        try {
            return send(call);
        } catch (SdkException e) {
            throw errors.of(e, Intent.LOOK);
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    /** Refused conditions come through as they are. */
    <T> T write(Function<DynamoDbClient, T> call) {
        try {
            return send(call);
        } catch (ConditionalCheckFailedException | TransactionCanceledException e) {
            throw e;
        } catch (SdkException e) {
            throw errors.of(e, Intent.WRITE);
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    /** What was refused for its date was not done. By now the SDK knows how far off this host's clock is, and signs by that. */
    private <T> T send(Function<DynamoDbClient, T> call) {
        try {
            return call.apply(client);
        } catch (AwsServiceException e) {
            if (!isPerhapsForItsDate(e.awsErrorDetails())) {
                throw e;
            }
            return call.apply(client);
        }
    }

    /** What is not DynamoDB answers without details, or without a code in them. */
    private static boolean isPerhapsForItsDate(@Nullable AwsErrorDetails details) {
        return details != null
                && details.errorCode() != null
                && PERHAPS_FOR_ITS_DATE.contains(details.errorCode());
    }

    private StoreException closed(IllegalStateException cause) {
        return new StoreException.Unavailable(address + " was closed", cause);
    }

    /** The item as it is now, empty if there is none. */
    Map<String, AttributeValue> get(String table, Map<String, AttributeValue> key) {
        return look(service ->
                service.getItem(get -> get.tableName(table).key(key).consistentRead(true)).item());
    }

    /** All items of a query, page by page. */
    void query(QueryRequest.Builder query, Consumer<Map<String, AttributeValue>> visitor) {
        Map<String, AttributeValue> next = Map.of();
        do {
            Map<String, AttributeValue> from = next;
            var page =
                    look(service ->
                            service.query(
                                    query.exclusiveStartKey(from.isEmpty() ? null : from).build()));
            page.items().forEach(visitor);
            next = page.lastEvaluatedKey();
        } while (!next.isEmpty());
    }

    /** All items of a table, page by page. */
    void scan(ScanRequest.Builder scan, Consumer<List<Map<String, AttributeValue>>> visitor) {
        Map<String, AttributeValue> next = Map.of();
        do {
            Map<String, AttributeValue> from = next;
            var page =
                    look(service ->
                            service.scan(
                                    scan.exclusiveStartKey(from.isEmpty() ? null : from).build()));
            visitor.accept(page.items());
            next = page.lastEvaluatedKey();
        } while (!next.isEmpty());
    }

    @Override
    public void close() {
        client.close();
    }
}
