package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import holdfast.model.Ending;
import holdfast.model.InvalidRequestException;
import holdfast.model.Note;
import holdfast.store.Change;
import holdfast.store.Interest;
import holdfast.store.StoreException;
import holdfast.store.dynamodb.FaultyService.Fault;
import holdfast.store.testkit.Drafts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What is wrong is said, and what to do about it. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class BadInputTest {
    private static DynamoAddress at(int port, String table) {
        return DynamoAddress.parse(
                "dynamodb:"
                        + table
                        + "?timeout=5s&region=eu-central-1&endpoint=http://127.0.0.1:"
                        + port);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dynamodb:",
                "dynamodb:ab",
                "dynamodb:bad table",
                "dynamodb:locks?region=Not A Region",
                "dynamodb:locks?endpoint=nowhere",
                "dynamodb:locks?timeout=3",
                "dynamodb:locks?colour=red",
                "dynamodb:locks?region",
                "redis://localhost"
            })
    void whatIsNoAddressIsRefused(String address) {
        assertThatThrownBy(() -> DynamoAddress.parse(address))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void anAddressSaysAllThatIsKnown() {
        DynamoAddress address =
                DynamoAddress.parse(
                        "dynamodb:team.locks?region=eu-west-1&endpoint=http://localhost:8000&timeout=500ms&margin=5s");

        assertThat(address.table()).isEqualTo("team.locks");
        assertThat(address.region()).isEqualTo("eu-west-1");
        assertThat(address.endpoint()).isEqualTo(URI.create("http://localhost:8000"));
        assertThat(address.timeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(address.margin()).isEqualTo(Duration.ofSeconds(5));
        assertThat(address)
                .hasToString("dynamodb:team.locks in eu-west-1 at http://localhost:8000");
    }

    @Test
    void aTableThatIsNotThereIsNamedWithWhatMakesIt() {
        DynamoAddress address = at(TestDynamo.server().port(), "missing");

        assertThatThrownBy(() -> DynamoLockStore.open(address))
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("missing")
                .hasMessageContaining("eu-central-1")
                .hasMessageContaining("holdfast store create");
    }

    @Test
    void aTableWithAnotherKeyIsRefusedByBoth() {
        try (var client =
                DynamoDbClient.builder()
                        .region(Region.EU_CENTRAL_1)
                        .endpointOverride(
                                URI.create("http://127.0.0.1:" + TestDynamo.server().port()))
                        .build()) {
            client.createTable(table ->
                    table.tableName("terraform")
                            .billingMode(BillingMode.PAY_PER_REQUEST)
                            .keySchema(
                                    KeySchemaElement.builder()
                                            .attributeName("LockID")
                                            .keyType(KeyType.HASH)
                                            .build())
                            .attributeDefinitions(
                                    AttributeDefinition.builder()
                                            .attributeName("LockID")
                                            .attributeType(ScalarAttributeType.S)
                                            .build()));
        }
        DynamoAddress address = at(TestDynamo.server().port(), "terraform");

        assertThatThrownBy(() -> DynamoTables.create(address))
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("LockID")
                .hasMessageContaining("lockKey");
        assertThatThrownBy(() -> DynamoLockStore.open(address))
                .isInstanceOf(StoreException.Incompatible.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "AccessDeniedException | User: arn:aws:iam::1:user/ci is not authorized to perform: dynamodb:GetItem on resource: arn:aws:dynamodb:eu-central-1:1:table/locks because no policy allows it | does not permit dynamodb:GetItem on arn:aws:dynamodb:eu-central-1:1:table/locks",
                "ExpiredTokenException | The security token included in the request is expired | log in again",
                "UnrecognizedClientException | The security token included in the request is invalid. | check AWS_PROFILE or the access key",
                "ResourceNotFoundException | Requested resource not found | check the name and region=",
                "InvalidSignatureException | Credential should be scoped to a valid region, not 'eu-central-1'. | check region= and endpoint=",
                "InvalidSignatureException | The request signature we calculated does not match | check AWS_PROFILE or the access key",
                "AccessDeniedException | no | holdfast store create prints an IAM policy",
                "ValidationException | The provided key element does not match the schema | choose another table"
            })
    void whatTheServiceRefusesIsSaidWithWhatToDo(String code, String message, String said) {
        try (var service = FaultyService.before(TestDynamo.server().port())) {
            service.always(Fault.refusing(400, code, message));

            assertThatThrownBy(() -> DynamoLockStore.open(at(service.port(), "locks")))
                    .isInstanceOf(StoreException.Incompatible.class)
                    .hasMessageContaining(said);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "404, <html>hello</html>",
        "200, <html>log in</html>",
        "200, {}",
        "302, gone",
        "400, <Error><Code>InvalidRequest</Code></Error>",
        "403, forbidden"
    })
    void anEndpointThatIsNotDynamoDbIsSaidToBeNone(int status, String body) throws Exception {
        var web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
        web.createContext(
                "/",
                exchange -> {
                    byte[] page = body.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, page.length);
                    exchange.getResponseBody().write(page);
                    exchange.close();
                });
        web.start();
        try {
            assertThatThrownBy(() -> DynamoLockStore.open(at(web.getAddress().getPort(), "locks")))
                    .isInstanceOf(StoreException.Incompatible.class)
                    .hasMessageContaining("check endpoint=");
        } finally {
            web.stop(0);
        }
    }

    /** Such as a Redis. */
    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void anEndpointThatDoesNotEvenSpeakHttpIsSaidToBeNone(String scheme) throws Exception {
        try (var door = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> greetAll(door));

            assertThatThrownBy(() ->
                            DynamoLockStore.open(
                                    DynamoAddress.parse(
                                            "dynamodb:locks?timeout=5s&region=eu-central-1&endpoint="
                                                    + scheme
                                                    + "://127.0.0.1:"
                                                    + door.getLocalPort())))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("check endpoint=");
        }
    }

    private static void greetAll(ServerSocket door) {
        while (!door.isClosed()) {
            try (var caller = door.accept()) {
                caller.getOutputStream()
                        .write("-ERR unknown command\r\n".getBytes(StandardCharsets.UTF_8));
                caller.shutdownOutput();
                caller.getInputStream().readAllBytes();
            } catch (IOException e) {
                // Either side has gone.
            }
        }
    }

    @Test
    void aRegionThatIsNoneIsNamedWithWhatToCheck() {
        DynamoAddress address =
                DynamoAddress.parse(
                        "dynamodb:locks?timeout=5s&region=eu-nowhere-9&endpoint=http://dynamodb.eu-nowhere-9.invalid");

        assertThatThrownBy(() -> DynamoLockStore.open(address))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("dynamodb.eu-nowhere-9.invalid")
                .hasMessageContaining("check region=");
    }

    @Test
    void anEndpointWhereNobodyListensIsUnavailable() throws Exception {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertThatThrownBy(() -> DynamoLockStore.open(at(port, "locks")))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("cannot be reached");
    }

    @Test
    void aRootThatGrowsToTheLimitOfAnItemRefusesMoreByName() {
        try (var store = DynamoLockStore.open(TestDynamo.newTables())) {
            var random = new Random(7);
            int together = 20;
            grant(store, large(random, together));
            int held = together;

            assertThatThrownBy(() -> grant(store, large(random, 500 - together)))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("409600");
            assertThat(store.read(Drafts.ROOT, Interest.NONE).holds()).hasSize(held);
            try {
                for (; held < 500; held++) {
                    grant(store, large(random, 1));
                }
            } catch (InvalidRequestException e) {
                assertThat(e).hasMessageContaining("409600");
            }
            assertThat(store.read(Drafts.ROOT, Interest.NONE).holds()).hasSize(held);
            assertThat(held).isBetween(30, 499);
            store.commit(List.of(Drafts.commit(endOfOne(store)).draft()));
            grant(store, large(random, 1));
        }
    }

    private static Change endOfOne(DynamoLockStore store) {
        return new Change.End(
                store.read(Drafts.ROOT, Interest.NONE).holds().getFirst(), new Ending.Released());
    }

    private static void grant(DynamoLockStore store, Change... grants) {
        store.commit(List.of(Drafts.commit(grants).draft()));
    }

    /** Holds whose metadata cannot be packed well. */
    private static Change[] large(Random random, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    var metadata = new HashMap<String, String>();
                    for (int key = 0; key < 10; key++) {
                        var noise = new StringBuilder();
                        while (noise.length() < 900) {
                            noise.append(Long.toString(random.nextLong(), 36));
                        }
                        metadata.put("m" + key, noise.toString());
                    }
                    return Drafts.hold("owner-" + random.nextLong())
                            .shared()
                            .note(new Note("", metadata))
                            .grant();
                })
                .toArray(Change[]::new);
    }

    @Test
    void thePolicyAndTheTerraformNameEveryTableAndWhatIsAskedOfIt() {
        DynamoAddress address = DynamoAddress.parse("dynamodb:team-locks?region=eu-west-1");

        assertThat(DynamoRecipes.policy(address))
                .contains("dynamodb:GetItem", "dynamodb:Scan")
                .contains(
                        "arn:aws:dynamodb:eu-west-1:*:table/team-locks\"",
                        "team-locks-queue",
                        "team-locks-records")
                .doesNotContain("CreateTable", "dynamodb:*");
        assertThat(DynamoRecipes.terraform(address))
                .contains("\"team-locks\"", "\"team-locks-queue\"", "\"team-locks-records\"")
                .contains("PAY_PER_REQUEST", "point_in_time_recovery", "expiresAt");
    }
}
