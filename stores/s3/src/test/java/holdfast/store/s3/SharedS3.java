package holdfast.store.s3;

import holdfast.store.testkit.S3Process;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One server for all tests of this module, since it takes long to start. It ends with them. */
final class SharedS3 implements BeforeAllCallback {
    private static final ExtensionContext.Namespace PLACE =
            ExtensionContext.Namespace.create(SharedS3.class);

    private @Nullable S3Process s3;

    @Override
    public void beforeAll(ExtensionContext context) {
        s3 =
                context.getRoot()
                        .getStore(PLACE)
                        .computeIfAbsent(S3Process.class, key -> new S3Process(), S3Process.class);
    }

    S3Process get() {
        return Objects.requireNonNull(s3);
    }
}
