package holdfast.server;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Names for what callers leave unnamed. They are not secret, and need only differ; a secure random would be waited for in turn. */
final class NewIds {
    private NewIds() {}

    static String next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }
}
