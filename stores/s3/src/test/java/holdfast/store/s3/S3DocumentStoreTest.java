package holdfast.store.s3;

import holdfast.store.testkit.DocumentStoreContract;
import holdfast.store.testkit.DocumentStoreFixture;
import holdfast.store.testkit.S3Gateway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

final class S3DocumentStoreTest extends DocumentStoreContract {
    @RegisterExtension static final SharedS3 S3 = new SharedS3();
    private static S3Gateway gateway;

    @BeforeAll
    static void start() {
        gateway = new S3Gateway(S3.get());
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Override
    protected DocumentStoreFixture open() {
        return new S3Fixture(Buckets.fresh(S3.get(), gateway), 8);
    }
}
