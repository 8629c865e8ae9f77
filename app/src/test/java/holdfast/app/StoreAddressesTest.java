package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import holdfast.cli.Stores;
import holdfast.dynamodb.local.LocalDynamo;
import holdfast.model.InvalidRequestException;
import holdfast.store.DocumentStore;
import holdfast.store.LockStore;
import holdfast.store.StoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock(Resources.SYSTEM_ERR)
final class StoreAddressesTest {
    @Test
    void theUsualStoreIsInTheStateDirectory() {
        assertThat(new StoreAddresses(Map.of("XDG_STATE_HOME", "/var/state")).absolute(null))
                .isEqualTo("sqlite:/var/state/holdfast/locks.db");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "relative/state"})
    void aStateDirectoryThatIsNotAbsoluteIsIgnored(String state) {
        assertThat(new StoreAddresses(Map.of("XDG_STATE_HOME", state)).absolute(null))
                .isEqualTo(
                        "sqlite:"
                                + Path.of(
                                        System.getProperty("user.home"),
                                        ".local/state/holdfast/locks.db"));
    }

    @Test
    void anAddressMeansTheSameFileFromEverywhere() {
        assertThat(new StoreAddresses(Map.of()).absolute("sqlite:a/../locks.db"))
                .isEqualTo("sqlite:" + Path.of("locks.db").toAbsolutePath());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "locks.db", "sqlite:", "mysql://localhost", "sqlite:a\0b"})
    void anythingElseIsNoAddress(String address) {
        assertThatThrownBy(() -> new StoreAddresses(Map.of()).absolute(address))
                .isInstanceOf(InvalidRequestException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://localhost:6379/2?prefix=x:",
                "rediss://localhost",
                "redis-sentinel://a:1,b:2?master=main",
                "redis-cluster://a:1,b:2"
            })
    void theAddressOfARedisMeansTheSameFromEverywhere(String address) {
        assertThat(new StoreAddresses(Map.of()).absolute(address)).isEqualTo(address);
    }

    @Test
    void aBadAddressOfARedisIsRefusedBeforeAnythingIsOpened() {
        assertThatThrownBy(() -> new StoreAddresses(Map.of()).open("redis://localhost?colour=red"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("colour");
    }

    @Test
    void theTablesOfADynamoDbAreMadeAndThenOpenedUnderGuard() {
        try (var server = LocalDynamo.start()) {
            var stores = new StoreAddresses(Map.of());
            String address = stores.absolute("dynamodb:locks?" + server.settings());
            assertThatThrownBy(() -> stores.open(address))
                    .isInstanceOf(StoreException.Incompatible.class)
                    .hasMessageContaining("holdfast store create");

            Stores.Made made = stores.create(address);

            assertThat(made.steps()).anyMatch(step -> step.contains("table locks was made"));
            assertThat(made.texts()).anyMatch(text -> text.contains("aws_dynamodb_table"));
            assertThat(made.texts()).anyMatch(text -> text.contains("dynamodb:PutItem"));
            try (LockStore store = stores.open(address)) {
                assertThat(store.freezes().all()).isEmpty();
                assertThat(stores.watched(store)).isPresent();
            }
            try (DocumentStore documents = stores.openDocuments(address)) {
                assertThat(documents.list("", null, 1)).isEmpty();
            }
            assertThat(stores.create(address).steps())
                    .anyMatch(step -> step.contains("table locks is there"));
        }
    }

    @Test
    void aFileIsMadeByOpeningIt(@TempDir Path folder) {
        var stores = new StoreAddresses(Map.of());
        String address = "sqlite:" + folder.resolve("locks.db");

        assertThat(stores.create(address).texts()).isEmpty();
        assertThat(stores.isThere(address)).isTrue();
    }

    @Test
    void whoOnlyLooksAtStatesIsToldThatTheNamedStoreIsNotThereAndMakesNone(@TempDir Path folder) {
        var environment = Map.of("HOLDFAST_STORE", "sqlite:" + folder.resolve("locks.db"));
        for (String kind : List.of("files:", "sqlite:")) {
            Path nowhere = folder.resolve("nowhere");
            String states = kind + nowhere;

            assertThat(Main.run(environment, "state", "list", "--states", states)).isEqualTo(69);
            assertThat(Main.run(environment, "state", "history", "a/b", "--states", states))
                    .isEqualTo(69);
            assertThat(nowhere).doesNotExist();
        }
        String made = "files:" + folder.resolve("made");
        new StoreAddresses(environment).createDocuments(made);
        assertThat(Main.run(environment, "state", "list", "--states", made)).isZero();
    }

    /** What it asks for in all is in the tests of the bucket's settings. */
    @Test
    void aBucketForStatesIsMadeAndSetUpAndTheSameIsPrinted() throws IOException {
        System.setProperty("aws.accessKeyId", "anyone");
        System.setProperty("aws.secretAccessKey", "anything");
        HttpServer agreeing =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        agreeing.createContext(
                "/",
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    byte[] answer = "<Answer></Answer>".getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, answer.length);
                    exchange.getResponseBody().write(answer);
                    exchange.close();
                });
        agreeing.start();
        try {
            Stores.Made made =
                    new StoreAddresses(Map.of())
                            .createDocuments(
                                    "s3://acme-states/holdfast?endpoint=http://127.0.0.1:"
                                            + agreeing.getAddress().getPort());

            assertThat(made.steps())
                    .contains(
                            "bucket acme-states was made",
                            "versions are kept",
                            "what is stored is encrypted",
                            "the public is kept out")
                    .anyMatch(step -> step.contains("below 'holdfast/'"));
            assertThat(made.texts())
                    .singleElement()
                    .asString()
                    .contains("aws_s3_bucket_versioning", "aws_s3_bucket_public_access_block");
        } finally {
            agreeing.stop(0);
        }
    }
}
