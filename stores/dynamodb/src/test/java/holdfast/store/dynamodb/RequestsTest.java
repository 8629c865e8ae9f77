package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.dynamodb.local.LocalDynamo;
import holdfast.engine.HeldLock;
import holdfast.model.AcquireOutcome;
import holdfast.model.Resource;
import holdfast.store.dynamodb.FaultyService.Passed;
import holdfast.store.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** What is asked of the service, word by word. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class RequestsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern EXPRESSION =
            Pattern.compile(
                    "\"(?:Condition|Update|KeyCondition|Filter|Projection)Expression\":\"([^\"]*)\"");
    private static final Pattern NAME = Pattern.compile("(?<![#:A-Za-z_])[A-Za-z_]+");
    private static final List<String> WORDS =
            List.of(
                    "SET",
                    "REMOVE",
                    "AND",
                    "OR",
                    "BETWEEN",
                    "attribute_not_exists",
                    "attribute_exists",
                    "begins_with");

    private final FaultyService service = FaultyService.before(TestDynamo.server().port());

    @AfterEach
    void stop() {
        service.close();
    }

    /** Locks that are taken, kept, waited for, handed over, given back and looked for, by two processes. */
    private List<Passed> aDaysWork(DynamoAddress address) throws Exception {
        DynamoAddress through = TestDynamo.through(service.port(), address, "&timeout=10s");
        try (var store = DynamoLockStore.open(through);
                var otherStore = DynamoLockStore.open(through);
                var holdfast = Holdfast.on(store);
                var other = Holdfast.on(otherStore);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            service.passed();
            for (int i = 0; i < 20; i++) {
                holdfast.lock("shop").takeOrThrow().close();
            }
            HeldLock lock = holdfast.lock("shop").lease(Duration.ofSeconds(3)).takeOrThrow();
            Future<AcquireOutcome> waits =
                    threads.submit(() ->
                            other.lock("shop")
                                    .lease(Duration.ofMinutes(1))
                                    .waitAtMost(PATIENCE)
                                    .acquireDetached());
            Await.until(PATIENCE, () -> store.queue(Resource.parse("shop").root(), 10).size() == 1);
            lock.close();
            assertThat(waits.get(60, TimeUnit.SECONDS)).isInstanceOf(AcquireOutcome.Granted.class);
            store.holds(null, 10);
            store.lapsed(10);
        }
        return service.passed();
    }

    @Test
    void everyWriteOfARootIsConditionalAndARefusalBringsTheItem() throws Exception {
        DynamoAddress address = TestDynamo.newTables();
        String ofRoots = "\"TableName\":\"" + address.table() + "\"";

        List<Passed> writes =
                aDaysWork(address).stream()
                        .filter(one -> one.body().contains(ofRoots))
                        .filter(one ->
                                List.of("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems")
                                        .contains(one.operation()))
                        .toList();

        assertThat(writes).extracting(Passed::operation).contains("PutItem", "TransactWriteItems");
        assertThat(writes)
                .allSatisfy(one ->
                        assertThat(one.body())
                                .contains("\"ConditionExpression\":")
                                .contains("\"ReturnValuesOnConditionCheckFailure\":\"ALL_OLD\""));
    }

    @Test
    void everyLookAtARootOrItsQueueIsStronglyConsistent() throws Exception {
        DynamoAddress address = TestDynamo.newTables();

        List<Passed> looks =
                aDaysWork(address).stream()
                        .filter(one ->
                                List.of("GetItem", "Query", "Scan").contains(one.operation()))
                        // A notice is a hint, and so is what the sweep finds.
                        .filter(one -> !one.body().contains("\"notice "))
                        .filter(one -> !one.body().contains("#due <= :now"))
                        .toList();

        assertThat(looks).extracting(Passed::operation).contains("GetItem", "Query", "Scan");
        assertThat(looks)
                .allSatisfy(one -> assertThat(one.body()).contains("\"ConsistentRead\":true"));
    }

    @Test
    void expressionsNameAttributesByAliasesOnly() throws Exception {
        List<String> names =
                aDaysWork(TestDynamo.newTables()).stream()
                        .flatMap(one -> EXPRESSION.matcher(one.body()).results())
                        .map(found -> found.group(1))
                        .flatMap(text -> NAME.matcher(text).results())
                        .map(found -> found.group())
                        .toList();

        assertThat(names).isNotEmpty().isSubsetOf(WORDS);
    }

    @Test
    void thePolicyPermitsAllThatIsAskedFor() throws Exception {
        DynamoAddress address = TestDynamo.newTables();
        String policy = DynamoRecipes.policy(address);

        List<String> asked =
                aDaysWork(address).stream()
                        .map(Passed::operation)
                        .distinct()
                        // A transaction needs the rights of its parts.
                        .flatMap(operation ->
                                operation.equals("TransactWriteItems")
                                        ? Stream.of("PutItem", "DeleteItem")
                                        : Stream.of(operation))
                        .toList();

        assertThat(asked)
                .isNotEmpty()
                .allSatisfy(
                        operation -> assertThat(policy).contains("\"dynamodb:" + operation + "\""));
    }

    @Test
    void newTablesAreBilledOnDemandEndTheirItemsAndCanBeRestored() {
        var address =
                DynamoAddress.parse(
                        "dynamodb:made-to-order?timeout=30s&"
                                + LocalDynamo.settings(service.port()));

        DynamoTables.create(address);

        List<Passed> asked = service.passed();
        try (var client =
                DynamoDbClient.builder()
                        .region(Region.EU_CENTRAL_1)
                        .endpointOverride(address.endpoint())
                        .build()) {
            var table = client.describeTable(ask -> ask.tableName("made-to-order")).table();
            assertThat(table.keySchema())
                    .extracting(KeySchemaElement::attributeName)
                    .containsExactly("lockKey");
            assertThat(table.billingModeSummary().billingMode())
                    .isEqualTo(BillingMode.PAY_PER_REQUEST);
            var ends =
                    client.describeTimeToLive(ask -> ask.tableName("made-to-order"))
                            .timeToLiveDescription();
            assertThat(ends.timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
            assertThat(ends.attributeName()).isEqualTo("expiresAt");
        }
        // DynamoDB Local offers none.
        assertThat(asked)
                .filteredOn(one -> one.operation().equals("UpdateContinuousBackups"))
                .hasSize(3)
                .allSatisfy(one ->
                        assertThat(one.body()).contains("\"PointInTimeRecoveryEnabled\":true"));
    }
}
