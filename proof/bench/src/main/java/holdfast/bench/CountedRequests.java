package holdfast.bench;

import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Counts what every client of DynamoDB in this process asks for, and the capacity that the answers say it took. The SDK finds it by a
 * file on the class path, so it counts the clients of others alike.
 */
public final class CountedRequests implements ExecutionInterceptor {
    private static final LongAdder REQUESTS = new LongAdder();
    private static final DoubleAdder UNITS = new DoubleAdder();

    /** What was counted. */
    record Count(long requests, double units) {}

    /** What was counted since the last call. */
    static Count sinceLast() {
        return new Count(REQUESTS.sumThenReset(), UNITS.sumThenReset());
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        REQUESTS.increment();
        var total = ReturnConsumedCapacity.TOTAL;
        return switch (context.request()) {
            case PutItemRequest put -> put.toBuilder().returnConsumedCapacity(total).build();
            case UpdateItemRequest update ->
                    update.toBuilder().returnConsumedCapacity(total).build();
            case DeleteItemRequest delete ->
                    delete.toBuilder().returnConsumedCapacity(total).build();
            case GetItemRequest get -> get.toBuilder().returnConsumedCapacity(total).build();
            case QueryRequest query -> query.toBuilder().returnConsumedCapacity(total).build();
            case ScanRequest scan -> scan.toBuilder().returnConsumedCapacity(total).build();
            case TransactWriteItemsRequest several ->
                    several.toBuilder().returnConsumedCapacity(total).build();
            case BatchWriteItemRequest several ->
                    several.toBuilder().returnConsumedCapacity(total).build();
            default -> context.request();
        };
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        capacity(context.response())
                .forEach(one -> {
                    if (one != null && one.capacityUnits() != null) {
                        UNITS.add(one.capacityUnits());
                    }
                });
    }

    private static List<ConsumedCapacity> capacity(SdkResponse response) {
        return switch (response) {
            case PutItemResponse put -> one(put.consumedCapacity());
            case UpdateItemResponse update -> one(update.consumedCapacity());
            case DeleteItemResponse delete -> one(delete.consumedCapacity());
            case GetItemResponse get -> one(get.consumedCapacity());
            case QueryResponse query -> one(query.consumedCapacity());
            case ScanResponse scan -> one(scan.consumedCapacity());
            // DynamoDB Local tells the units of the whole transaction once for each table.
            case TransactWriteItemsResponse several ->
                    several.consumedCapacity().stream().limit(1).toList();
            case BatchWriteItemResponse several -> several.consumedCapacity();
            default -> List.of();
        };
    }

    private static List<ConsumedCapacity> one(ConsumedCapacity capacity) {
        return capacity == null ? List.of() : List.of(capacity);
    }
}
