package holdfast.state;

import holdfast.store.DocumentStore;
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
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
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
    }
}
