package holdfast.state;

import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.saved;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.dynamodb.local.LocalDynamo;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import holdfast.store.dynamodb.DynamoAddress;
import holdfast.store.dynamodb.DynamoDocumentStore;
import holdfast.store.dynamodb.DynamoTables;
import holdfast.store.files.FileDocumentStore;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.redis.RedisAddress;
import holdfast.store.redis.RedisDocumentStore;
import holdfast.store.s3.S3Address;
import holdfast.store.s3.S3DocumentStore;
import holdfast.store.sqlite.SqliteDocumentStore;
import holdfast.store.sqlite.SqliteOptions;
import holdfast.store.testkit.RedisProcess;
import holdfast.store.testkit.S3Gateway;
import holdfast.store.testkit.S3Process;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** The promise, on every store of documents. */
final class PausedWriterTest {
    @TempDir private static Path folder;

    @Nested
    final class InMemory extends PausedWriterContract {
        @Override
        DocumentStore open() {
            return new MemoryDocumentStore();
        }
    }

    @Nested
    final class InFiles extends PausedWriterContract {
        @Override
        DocumentStore open() {
            return FileDocumentStore.open(folder.resolve(UUID.randomUUID().toString()));
        }
    }

    @Nested
    final class InSqlite extends PausedWriterContract {
        @Override
        DocumentStore open() {
            return SqliteDocumentStore.open(
                    folder.resolve(UUID.randomUUID() + ".db"), SqliteOptions.defaults());
        }
    }

    @Nested
    final class InRedis extends PausedWriterContract {
        private static RedisProcess redis;

        @BeforeAll
        static void start() {
            redis = RedisProcess.start("--appendonly", "yes", "--maxmemory-policy", "noeviction");
        }

        @AfterAll
        static void stop() {
            redis.close();
        }

        @Override
        DocumentStore open() {
            // Each test has a database of its own: a state is at its place once.
            return RedisDocumentStore.open(
                    RedisAddress.parse("redis://127.0.0.1:" + redis.port() + "/" + database++));
        }

        private static int database;
    }

    @Nested
    final class InDynamo extends PausedWriterContract {
        private static LocalDynamo dynamo;
        private static int store;

        @BeforeAll
        static void start() {
            dynamo = LocalDynamo.start();
        }

        @AfterAll
        static void stop() {
            dynamo.close();
        }

        @Override
        DocumentStore open() {
            DynamoAddress address =
                    DynamoAddress.parse("dynamodb:states-" + store++ + "?" + dynamo.settings());
            DynamoTables.create(address);
            return DynamoDocumentStore.open(address);
        }
    }

    @Nested
    final class InS3 extends PausedWriterContract {
        private static S3Process s3;
        private static S3Gateway gateway;

        @BeforeAll
        static void start() {
            s3 = new S3Process();
            gateway = new S3Gateway(s3);
        }

        @AfterAll
        static void stop() {
            gateway.close();
            s3.close();
        }

        @Override
        DocumentStore open() {
            return S3DocumentStore.open(
                    S3Address.parse("s3://" + s3.newBucket() + "?endpoint=" + gateway.endpoint()),
                    StaticCredentialsProvider.create(
                            AwsBasicCredentials.create("anyone", "anything")));
        }

        @Test
        void errorsInTheMiddleOfASaveLeaveThePreviousVersionReadableAndTheNextSaveGoesThrough() {
            scene.deploy(SHOP, shop("api", "first"));
            Writer writer = scene.lock(SHOP.text());
            scene.states.stamp(SHOP, writer);
            for (S3Gateway.Fault fault :
                    List.of(
                            S3Gateway.Fault.ERROR_BEFORE,
                            S3Gateway.Fault.SLOW_DOWN,
                            S3Gateway.Fault.COLLISION)) {
                gateway.fail(fault, "PUT", 100);

                assertThatThrownBy(() -> scene.save(SHOP, writer, shop("api", "second")))
                        .as(fault.name())
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("stacks/shop/production");

                gateway.fail(S3Gateway.Fault.NONE, "PUT", 0);
                assertThat(scene.text(SHOP)).contains("first");
            }

            saved(scene.save(SHOP, writer, shop("api", "second")));
            assertThat(scene.text(SHOP)).contains("second");
        }
    }
}
